// Alarms in the chart: a line where one was raised, a tint while it lasted, a flag to point at.

import { arrange, element } from "./document.js";
import { clock, severityWord, visible } from "./format.js";
import { colour, SEVERITIES } from "./palette.js";

const NEAR = 6; // pixels between cursor and line

function describe({ time, severity, text }) {
  const words = `severity ${severityWord(severity)} ${severity.toFixed(2)}`;
  return `${clock(time)}, ${words}: ${visible(text)}`;
}

export class Marks {
  #text;
  #layer = element("div");
  #flags = new Map();
  #chosen;
  #alarms = [];
  #now = null;

  /**
   * @param {HTMLElement} text where the words of an alarm appear
   * @param {(alarm: object) => void} chosen
   */
  constructor(text, chosen) {
    this.#text = text;
    this.#chosen = chosen;
  }

  /** Sets the alarms to draw; those without an end last until `now`. */
  show(alarms, now) {
    this.#alarms = alarms;
    this.#now = now;
  }

  /** Draws tints below the curve; a hook of uPlot. */
  tint(plot) {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.fillStyle = colour("alarm-tint");
    for (const alarm of this.#alarms) {
      const left = inside(plot, alarm.time);
      const right = inside(plot, alarm.cleared ?? this.#now);
      ctx.fillRect(left, bbox.top, Math.max(0, right - left), bbox.height);
    }
    ctx.restore();
  }

  /** Draws lines above the curve; a hook of uPlot. */
  lines(plot) {
    for (const alarm of this.#visible(plot)) drawLine(plot, alarm);
  }

  /** Puts the flags over the chart; a hook of uPlot. */
  flags(plot) {
    const shown = this.#visible(plot);
    const ids = new Set(shown.map((alarm) => alarm.id));
    for (const id of this.#flags.keys()) if (!ids.has(id)) this.#flags.delete(id);
    if (!this.#layer.isConnected) plot.over.append(this.#layer);
    arrange(this.#layer, shown.map((alarm) => this.#flag(plot, alarm)));
  }

  /** Shows the words of the alarm next to the cursor, or none. */
  pointAt(plot, left) {
    const distance = (alarm) => Math.abs(plot.valToPos(alarm.time, "x") - left);
    const near = this.#visible(plot).filter((alarm) => distance(alarm) < NEAR);
    near.sort((a, b) => distance(a) - distance(b));
    this.#say(plot, near[0]);
  }

  #visible(plot) {
    const { min, max } = plot.scales.x;
    return this.#alarms.filter((alarm) => alarm.time >= min && alarm.time <= max);
  }

  #flag(plot, alarm) {
    let flag = this.#flags.get(alarm.id);
    if (!flag) {
      flag = element("button", { type: "button", className: "flag" });
      flag.dataset.alarm = alarm.id;
      this.#flags.set(alarm.id, flag);
    }
    const word = severityWord(alarm.severity);
    flag.dataset.severity = word;
    flag.setAttribute("aria-label", `Alarm at ${describe(alarm)}`);
    flag.style.left = `${plot.valToPos(alarm.time, "x")}px`;
    flag.onfocus = flag.onmouseenter = () => this.#say(plot, alarm);
    flag.onblur = flag.onmouseleave = () => this.#say(plot, undefined);
    flag.onclick = () => this.#chosen(alarm);
    return flag;
  }

  #say(plot, alarm) {
    this.#text.hidden = !alarm;
    if (!alarm) return;
    this.#text.textContent = describe(alarm);
    this.#text.dataset.severity = severityWord(alarm.severity);
    const left = plot.over.offsetLeft + plot.valToPos(alarm.time, "x");
    const most = this.#text.parentElement.clientWidth - this.#text.offsetWidth - 4;
    this.#text.style.left = `${Math.max(4, Math.min(left - this.#text.offsetWidth / 2, most))}px`;
  }
}

/** The canvas position of a time, kept within the chart. */
function inside(plot, time) {
  const { left, width } = plot.bbox;
  return Math.max(left, Math.min(left + width, plot.valToPos(time, "x", true)));
}

function drawLine(plot, alarm) {
  const { ctx, bbox } = plot;
  const style = SEVERITIES[severityWord(alarm.severity)];
  const left = Math.round(plot.valToPos(alarm.time, "x", true));
  ctx.save();
  ctx.strokeStyle = colour(style.colour);
  ctx.lineWidth = style.width * devicePixelRatio;
  if (alarm.acknowledged) ctx.setLineDash([6 * devicePixelRatio, 5 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(left, bbox.top);
  ctx.lineTo(left, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
