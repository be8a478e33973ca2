// One card per field: a button that chooses it.

import { arrange, element, setText } from "./document.js";
import { count, decimals, duration, moment, visible } from "./format.js";
import { drawSparkline } from "./sparkline.js";

const bits = decimals(3);
const FIGURES = [
  ["Evenness", (field) => decimals(3)(field.evenness)],
  ["Gini", (field) => decimals(4)(field.gini)],
  ["Distinct", (field) => count(field.distinct)],
  ["n", (field) => count(field.n)],
];
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Why a field is in alarm, without its name, which stands above. */
const reason = (field) =>
  field.alarm.startsWith(`${field.name}: `)
    ? field.alarm.slice(field.name.length + 2)
    : field.alarm;

function words(field, now) {
  if (field.alarm) return reason(field);
  if (field.muted_until !== null) return `Muted until ${moment(field.muted_until, now)}`;
  return field.regime === null ? "" : `Steady for ${duration(field.regime)}`;
}

/** A button may hold nothing but phrasing content, so every part of a card is a span. */
const span = (className, ...children) => element("span", { className }, ...children);

class Card {
  #name;
  #state = span("card-state");
  #value = span("card-value");
  #bound = span("card-bound");
  #canvas = element("canvas", { className: "sparkline" });
  #figures = FIGURES.map(() => span("figure-value"));
  #words = span("card-words");

  constructor(name, chosen) {
    this.#name = name;
    this.#canvas.setAttribute("aria-hidden", "true");
    const title = element("bdi", { className: "card-name", textContent: visible(name) });
    const entropy = span("card-entropy", this.#value, span("unit", "bits"), this.#bound);
    this.button = element(
      "button",
      { type: "button", className: "card" },
      span("card-head", title, this.#state),
      span("card-main", entropy, this.#canvas),
      span("card-figures", ...this.#figures.map(figure)),
      this.#words,
    );
    this.button.dataset.field = name;
    this.button.addEventListener("click", () => chosen(name));
  }

  show(field, isChosen, now) {
    const isMuted = field.muted_until !== null;
    const state = field.alarm ? "In alarm" : isMuted ? "Muted" : "";
    this.button.setAttribute("aria-pressed", String(isChosen));
    // The name that is read out changes with the state only, not with every number.
    this.button.setAttribute("aria-label", [visible(this.#name), state || "steady"].join(", "));
    this.button.classList.toggle("in-alarm", Boolean(field.alarm));
    setText(this.#state, state);
    setText(this.#value, bits(field.entropy));
    setText(this.#bound, field.folded > 0 ? "lower bound" : "");
    this.#bound.title = `${count(field.folded)} events are counted as <other>`;
    FIGURES.forEach(([, write], index) => setText(this.#figures[index], write(field)));
    setText(this.#words, words(field, now));
    this.#words.title = field.alarm ?? "";
    drawSparkline(this.#canvas, field.sparkline, Boolean(field.alarm));
  }
}

const figure = (value, index) => span("figure", span("figure-name", FIGURES[index][0]), value);

export class Cards {
  #parent;
  #chosen;
  #cards = new Map();

  /**
   * @param {HTMLElement} parent
   * @param {(name: string) => void} chosen
   */
  constructor(parent, chosen) {
    this.#parent = parent;
    this.#chosen = chosen;
    parent.addEventListener("keydown", (event) => this.#step(event));
  }

  show(fields, chosenName, now) {
    const names = new Set(fields.map((field) => field.name));
    for (const name of this.#cards.keys()) if (!names.has(name)) this.#cards.delete(name);
    arrange(this.#parent, fields.map((field) => this.#card(field.name).button));
    for (const field of fields) this.#card(field.name).show(field, field.name === chosenName, now);
  }

  #card(name) {
    if (!this.#cards.has(name)) this.#cards.set(name, new Card(name, this.#chosen));
    return this.#cards.get(name);
  }

  #step(event) {
    const buttons = [...this.#parent.children];
    const at = buttons.indexOf(document.activeElement);
    if (at < 0 || !(event.key in STEPS)) return;
    event.preventDefault();
    buttons[(at + STEPS[event.key] + buttons.length) % buttons.length].focus();
  }
}
