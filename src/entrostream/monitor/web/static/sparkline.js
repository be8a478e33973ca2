// A small curve without axes, drawn on a canvas.

import { colour } from "./palette.js";

const LEAST_SPAN = 0.5; // bits: noise must not fill the card

function points(values, width, height) {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const span = Math.max(high - low, LEAST_SPAN);
  const bottom = (low + high - span) / 2;
  const step = width / Math.max(values.length - 1, 1);
  return values.map((value, index) =>
    value === null ? null : [index * step, height - ((value - bottom) / span) * height]);
}

function trace(context, path) {
  let isDrawing = false;
  context.beginPath();
  for (const point of path) {
    if (point && isDrawing) context.lineTo(...point);
    else if (point) context.moveTo(...point);
    isDrawing = point !== null;
  }
  context.stroke();
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {(number | null)[]} values oldest first
 * @param {boolean} isAlarm
 */
export function drawSparkline(canvas, values, isAlarm) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 3 * ratio);
  context.clearRect(0, -3, width, height);
  context.strokeStyle = colour(isAlarm ? "alarm" : "accent");
  context.lineWidth = 1.75;
  context.lineJoin = "round";
  trace(context, points(values, width, height - 6));
}
