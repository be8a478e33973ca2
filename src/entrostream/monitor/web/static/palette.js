// The colours of the style sheet, for what is drawn on a canvas.

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Colour and line width of an alarm; `word` is that of format.js. */
export const SEVERITIES = {
  high: { colour: "alarm", width: 3 },
  medium: { colour: "warning", width: 2 },
  low: { colour: "quiet", width: 1 },
};
