// The chart in words: the point under the cursor, and a summary for screen readers.

import { clock, duration } from "./format.js";

const withUnit = ({ write, unit }, value) => [write(value), unit].filter(Boolean).join(" ");

/** The point at a row, or the last one. */
export function readout(series, measure, row) {
  const at = row ?? series.length - 1;
  const value = withUnit(measure, series[measure.key][at]);
  const regime = `unchanged for ${duration(series.regime[at])}`;
  return [clock(series.time[at]), value, regime].join("  ·  ");
}

export function summary(series, measure, { extremes, range }, alarms) {
  const inRange = alarms.filter((alarm) => alarm.time >= range.from && alarm.time <= range.to);
  return [
    `${measure.name} from ${clock(range.from)} to ${clock(range.to)}:`,
    `between ${withUnit(measure, extremes.min)} and ${withUnit(measure, extremes.max)},`,
    `at the end ${withUnit(measure, series[measure.key].at(-1))}.`,
    `Alarms in this time: ${inRange.length}.`,
  ].join(" ");
}
