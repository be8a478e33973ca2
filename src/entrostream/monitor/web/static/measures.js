// What the chart can show of a field.

import { count, decimals } from "./format.js";

/**
 * @typedef {object} Measure
 * @property {string} key in the server's answers
 * @property {string} name for the reader
 * @property {string} unit
 * @property {(value: number | null) => string} write
 * @property {number} leastSpan of the vertical axis: noise must not fill the chart
 */

/** @type {Measure[]} */
export const MEASURES = [
  { key: "entropy", name: "Entropy", unit: "bits", write: decimals(3), leastSpan: 1 },
  { key: "evenness", name: "Evenness", unit: "", write: decimals(3), leastSpan: 0.1 },
  { key: "gini", name: "Gini", unit: "", write: decimals(4), leastSpan: 0.05 },
  { key: "distinct", name: "Distinct", unit: "labels", write: count, leastSpan: 10 },
  { key: "n", name: "n", unit: "events", write: count, leastSpan: 10 },
];

export const measureOf = (key) => MEASURES.find((measure) => measure.key === key);
