// How numbers, times and labels are written on the page. A missing value is a dash everywhere.

const NOTHING = "–";
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const integers = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const isMissing = (value) => value === null || value === undefined || Number.isNaN(value);

/** Makes a format that writes a missing value as a dash. */
const optional = (write) => (value) => (isMissing(value) ? NOTHING : write(value));

export const decimals = (digits) => optional((value) => value.toFixed(digits));
export const count = optional((value) => integers.format(value));
export const rate = optional((value) => (value < 10 ? value.toFixed(1) : integers.format(value)));
export const percent = optional((share) =>
  share > 0 && share < 0.0005 ? "< 0.1 %" : `${(100 * share).toFixed(1)} %`);

/** A signed difference of shares in percentage points, with a real minus sign. */
export const percentagePoints = optional((change) => {
  const text = Math.abs(100 * change).toFixed(1);
  if (text === "0.0") return "0.0";
  return (change < 0 ? "−" : "+") + text;
});

export const bytes = optional((value) => {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const power = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), units.length - 1);
  const scaled = value / 1000 ** power;
  return `${scaled.toFixed(power > 0 && scaled < 10 ? 1 : 0)} ${units[power]}`;
});

/** A length of time in its two largest units: "3 min 12 s", "2 d 4 h". */
export const duration = optional((milliseconds) => {
  const units = [[DAY, "d"], [HOUR, "h"], [MINUTE, "min"], [SECOND, "s"]];
  const first = units.findIndex(([length]) => milliseconds >= length);
  if (first < 0) return milliseconds > 0 ? "< 1 s" : "0 s";
  const [length, unit] = units[first];
  const whole = `${Math.floor(milliseconds / length)} ${unit}`;
  const [smaller, smallerUnit] = units[first + 1] ?? [Infinity, ""];
  const rest = Math.floor((milliseconds % length) / smaller);
  return rest > 0 ? `${whole} ${rest} ${smallerUnit}` : whole;
});

const two = (number) => String(number).padStart(2, "0");
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export const day = (time) => `${new Date(time).getDate()} ${MONTHS[new Date(time).getMonth()]}`;
export function minute(time) {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
export const clock = optional((time) => `${minute(time)}:${two(new Date(time).getSeconds())}`);

/** The time of day, with the date if it is not the day of `now`. */
export function moment(time, now) {
  return isMissing(now) || day(time) === day(now) ? clock(time) : `${day(time)} ${clock(time)}`;
}

/** One word for a severity, which is the Jensen-Shannon divergence of the labels before and after.
 * A share of 20 % that goes over to a new label gives 0.11, one of 50 % gives 0.31. */
export function severityWord(severity) {
  if (severity >= 0.3) return "high";
  return severity >= 0.1 ? "medium" : "low";
}

// Control characters, and those that turn the direction of text round: a label could hide behind
// them.
const DECEIVING =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A label as it is, with characters made visible that would not show or would move others. */
export function visible(label) {
  if (label === "") return "(empty)";
  return label.replace(DECEIVING, (character) => {
    const code = character.codePointAt(0);
    const digits = code.toString(16);
    return code < 0x100 ? `\\x${digits.padStart(2, "0")}` : `\\u${digits.padStart(4, "0")}`;
  });
}
