// The large chart: a measure of a field above, the length of its adaptive window below it, on one
// time axis.

import { gridOnly, lengthAxis, timeAxis, valueAxis } from "./axes.js";
import { byId } from "./document.js";
import { Marks } from "./marks.js";
import { colour } from "./palette.js";

const LEAST_DRAG = 5; // pixels
const LEAST_ZOOM = 2000; // milliseconds
const LEAST_REGIME = 5000; // milliseconds at the top of the lower chart
const NONE = [[], [], [], []];
const NO_SELECTION = { left: 0, top: 0, width: 0, height: 0 };

const sizeOf = ({ clientWidth, clientHeight }) => ({
  width: Math.max(clientWidth, 50),
  height: Math.max(clientHeight, 50),
});

/** The library comes from npm at build time; a package built without a network lacks it. */
export const hasLibrary = () => typeof globalThis.uPlot === "function";

export class Chart {
  #handlers;
  #marks;
  #value;
  #regime;
  #measure;
  #length = 0;
  /** @type {number | null} the point under the cursor */
  row = null;
  /** @type {{from: number, to: number} | null} what is shown, in milliseconds */
  range = null;

  /**
   * @param {{zoom: (range: {from: number, to: number}) => void, reset: () => void,
   *   readout: (row: number | null) => void, alarm: (alarm: object) => void}} handlers
   */
  constructor(handlers) {
    this.#handlers = handlers;
    this.#marks = new Marks(byId("mark-text"), handlers.alarm);
    this.#value = this.#plot(byId("value-plot"), this.#valueOptions());
    this.#regime = this.#plot(byId("regime-plot"), this.#regimeOptions());
  }

  /** Draws the points of a series. Its arrays are used as they are, not copied. */
  show(series, measure, range, alarms, now) {
    this.#length = series.length;
    this.#measure = measure;
    this.range = range;
    this.#marks.show(alarms, now);
    const values = series[measure.key];
    const isEntropy = measure.key === "entropy";
    const [low, high] = isEntropy ? [series.low, series.high] : [values, values];
    this.#draw(this.#value, [series.time, low, high, values]);
    this.#draw(this.#regime, [series.time, series.regime]);
  }

  clear() {
    this.range = null;
    for (const plot of this.#plots) plot.setData(NONE.slice(0, plot.series.length), false);
  }

  /** Draws again with other colours. */
  repaint() {
    for (const plot of this.#plots) plot.redraw(true, true);
  }

  /** The smallest and largest value in the part that is shown. */
  get extremes() {
    const { min, max } = this.#value.series.at(-1);
    return { min, max };
  }

  /** Zooms about the middle: below 1 comes nearer, above 1 goes away. */
  scale(factor) {
    if (!this.range) return;
    const { from, to } = this.range;
    const half = Math.max(((to - from) * factor) / 2, LEAST_ZOOM / 2);
    this.#handlers.zoom({ from: (from + to) / 2 - half, to: (from + to) / 2 + half });
  }

  /** Moves by a part of what is shown; to the past if negative. */
  move(part) {
    if (!this.range) return;
    const shift = part * (this.range.to - this.range.from);
    this.#handlers.zoom({ from: this.range.from + shift, to: this.range.to + shift });
  }

  get #plots() {
    return [this.#value, this.#regime];
  }

  #draw(plot, data) {
    plot.batch(() => {
      plot.setData(data, false);
      plot.setScale("x", { min: this.range.from, max: this.range.to });
    });
  }

  #plot(parent, options) {
    const all = { ...this.#sharedOptions(), ...options, ...sizeOf(parent) };
    const plot = new globalThis.uPlot(all, NONE.slice(0, options.series.length), parent);
    new ResizeObserver(() => plot.setSize(sizeOf(parent))).observe(parent);
    return plot;
  }

  #sharedOptions() {
    return {
      ms: 1,
      legend: { show: false },
      padding: [10, 12, 0, 0],
      cursor: {
        sync: { key: "time", scales: ["x", null] },
        drag: { x: true, y: false, setScale: false },
        y: false,
        points: { size: 7 },
        bind: { dblclick: () => () => this.#handlers.reset() },
      },
    };
  }

  #valueOptions() {
    const limit = { width: 0, points: { show: false } };
    const curve = { width: 2, stroke: () => colour("accent"), points: { show: false } };
    return {
      scales: { x: { auto: false }, y: { range: (_plot, min, max) => this.#valueRange(min, max) } },
      axes: [gridOnly, valueAxis],
      series: [{}, limit, limit, curve],
      bands: [{ series: [2, 1], fill: () => colour("band") }],
      hooks: {
        drawAxes: [(plot) => this.#marks.tint(plot)],
        draw: [(plot) => this.#marks.lines(plot), (plot) => this.#marks.flags(plot)],
        setSelect: [(plot) => this.#selected(plot)],
        setCursor: [(plot) => this.#pointed(plot)],
      },
    };
  }

  #regimeOptions() {
    const curve = {
      width: 1.5,
      stroke: () => colour("second"),
      fill: () => colour("second-fill"),
      points: { show: false },
    };
    const range = (_plot, _min, max) => [0, 1.08 * Math.max(max ?? 0, LEAST_REGIME)];
    return {
      scales: { x: { auto: false }, y: { range } },
      axes: [timeAxis, lengthAxis],
      series: [{}, curve],
      hooks: {
        drawAxes: [(plot) => this.#marks.tint(plot)],
        draw: [(plot) => this.#marks.lines(plot)],
        setSelect: [(plot) => this.#selected(plot)],
      },
    };
  }

  // No measure is below zero, and evenness and Gini are at most one: nor is the axis.
  #valueRange(min, max) {
    const { leastSpan, key } = this.#measure ?? { leastSpan: 1, key: "entropy" };
    const [low, high] = [min ?? 0, max ?? leastSpan];
    const missing = Math.max(0, leastSpan - (high - low)) / 2;
    const margin = 0.08 * Math.max(high - low, leastSpan);
    const top = key === "evenness" || key === "gini" ? 1.01 : Infinity;
    return [Math.max(0, low - missing - margin), Math.min(high + missing + margin, top)];
  }

  // The other chart shows the same selection, and must forget it too.
  #selected(plot) {
    const { left, width } = plot.select;
    if (width < LEAST_DRAG) return;
    const from = Math.round(plot.posToVal(left, "x"));
    const to = Math.round(plot.posToVal(left + width, "x"));
    for (const each of this.#plots) each.setSelect(NO_SELECTION, false);
    if (to - from >= LEAST_ZOOM) this.#handlers.zoom({ from, to });
  }

  #pointed(plot) {
    const { left, idx } = plot.cursor;
    this.row = left >= 0 && idx < this.#length ? idx : null;
    this.#handlers.readout(this.row);
    // A flag with the keyboard focus says its own words.
    if (plot.over.contains(document.activeElement)) return;
    this.#marks.pointAt(plot, this.row === null ? -Infinity : left);
  }
}
