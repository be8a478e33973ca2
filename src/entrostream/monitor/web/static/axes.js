// The axes of the charts: times of day below, values and lengths of time at the left.

import { clock, day, duration, minute } from "./format.js";
import { colour } from "./palette.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LEFT = 64; // pixels; the same in both charts, so that their times stand one below the other

const lengths = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((days) => days * DAY),
];

const shared = {
  font: "12px system-ui, sans-serif",
  stroke: () => colour("quiet"),
  grid: { stroke: () => colour("grid"), width: 1 },
  ticks: { show: false },
};

/** Round times of day in this time zone. */
function roundTimes(_plot, _axis, from, to, step) {
  const offset = new Date(from).getTimezoneOffset() * MINUTE;
  const first = Math.ceil((from - offset) / step) * step + offset;
  const number = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: number }, (_, index) => first + index * step);
}

function tick(time, step) {
  if (step >= DAY) return day(time);
  if (step >= MINUTE) return minute(time);
  return step >= SECOND ? clock(time) : `${clock(time)}.${String(time % SECOND).padStart(3, "0")}`;
}

/** Times, with the date below the first one and where the day changes. */
function times(_plot, ticks, _axis, _space, step) {
  return ticks.map((time, index) => {
    const isOtherDay = index === 0 || day(time) !== day(ticks[index - 1]);
    return tick(time, step) + (step < DAY && isOtherDay ? `\n${day(time)}` : "");
  });
}

const time = { ...shared, incrs: lengths, splits: roundTimes, space: 78 };

export const timeAxis = { ...time, values: times, size: 42 };
export const gridOnly = { ...time, values: (_plot, ticks) => ticks.map(() => ""), size: 6 };
export const valueAxis = { ...shared, size: LEFT, space: 44 };
export const lengthAxis = {
  ...shared,
  size: LEFT,
  space: 28,
  incrs: lengths,
  values: (_plot, ticks) => ticks.map((length) => duration(length)),
};
