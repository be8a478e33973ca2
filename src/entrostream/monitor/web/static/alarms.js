// The list of alarms, by severity or by time.

import { acknowledge, getAlarms, mute } from "./api.js";
import { Choices } from "./choices.js";
import { arrange, byId, element, setText } from "./document.js";
import { count, duration, moment, severityWord, visible } from "./format.js";

const HOUR = 3600; // seconds
const ORDERS = [
  { key: "severity", name: "Severity" },
  { key: "time", name: "Time" },
];
const MOST_LABELS = 3;

const state = ({ time, cleared }) =>
  cleared === null ? "active" : `over after ${duration(cleared - time)}`;
const shift = ({ label, before, after }) =>
  `${visible(label)} ${count(100 * before)} → ${count(100 * after)} %`;

/** What is going on now comes first, whatever was worse before. */
const activeFirst = (alarms) => [
  ...alarms.filter((alarm) => alarm.cleared === null),
  ...alarms.filter((alarm) => alarm.cleared !== null),
];

class Entry {
  #severity = element("span", { className: "severity" });
  #field = element("bdi", { className: "alarm-field" });
  #when = element("span", { className: "alarm-when" });
  #state = element("span", { className: "alarm-state" });
  #text = element("button", { type: "button", className: "alarm-text" });
  #labels = element("span", { className: "alarm-labels" });
  #acknowledge = element("button", { type: "button", className: "small" });
  #mute = element("button", { type: "button", className: "small" });
  #isMuted = false;

  constructor(alarm, handlers) {
    this.item = element(
      "li",
      { className: "alarm" },
      element(
        "span",
        { className: "alarm-head" },
        this.#severity,
        this.#field,
        this.#when,
        this.#state,
      ),
      this.#text,
      element(
        "span",
        { className: "alarm-foot" },
        this.#labels,
        element("span", { className: "alarm-actions" }, this.#acknowledge, this.#mute),
      ),
    );
    this.item.dataset.alarm = alarm.id;
    this.#text.title = "Show in the chart";
    this.#text.addEventListener("click", () => handlers.chosen(this.alarm));
    this.#acknowledge.addEventListener("click", () => {
      if (!this.alarm.acknowledged) handlers.act(() => acknowledge(this.alarm.id));
    });
    this.#mute.addEventListener("click", () =>
      handlers.act(() => mute(this.alarm.field, this.#isMuted ? 0 : HOUR)));
  }

  show(alarm, now, isMuted) {
    this.alarm = alarm;
    this.#isMuted = isMuted;
    const word = severityWord(alarm.severity);
    this.item.dataset.severity = word;
    this.item.classList.toggle("active", alarm.cleared === null);
    this.item.classList.toggle("acknowledged", alarm.acknowledged);
    setText(this.#severity, `${word} ${alarm.severity.toFixed(2)}`);
    setText(this.#field, visible(alarm.field));
    setText(this.#when, moment(alarm.time, now));
    setText(this.#state, state(alarm));
    setText(this.#text, visible(alarm.text));
    setText(this.#labels, alarm.labels.slice(0, MOST_LABELS).map(shift).join(" · "));
    this.#labels.title = alarm.labels.map(shift).join("\n"); // those that do not fit
    this.#showActions(alarm);
  }

  // aria-disabled instead of disabled: the button that was just pressed keeps the keyboard focus.
  #showActions(alarm) {
    setText(this.#acknowledge, alarm.acknowledged ? "Acknowledged" : "Acknowledge");
    this.#acknowledge.setAttribute("aria-disabled", String(alarm.acknowledged));
    setText(this.#mute, this.#isMuted ? "Unmute field" : "Mute field 1 h");
  }
}

export class Alarms {
  alarms = [];
  #entries = new Map();
  #order = "severity";
  #handlers;
  #revision = null;
  #isFetching = false;

  /**
   * @param {{chosen: (alarm: object) => void, changed: (alarms: object[]) => void,
   *   problem: (text: string) => void}} handlers
   */
  constructor(handlers) {
    this.#handlers = { ...handlers, act: (action) => this.#act(action) };
    new Choices(byId("alarm-order"), ORDERS, (order) => this.#reorder(order)).show(this.#order);
  }

  /** Fetches the alarms if the server has others than those known. */
  async update(revision) {
    if (revision === this.#revision || this.#isFetching) return;
    this.#isFetching = true;
    try {
      const answer = await getAlarms(this.#order);
      this.#revision = answer.revision;
      this.alarms = this.#order === "severity" ? activeFirst(answer.alarms) : answer.alarms;
      this.#handlers.changed(this.alarms);
    } catch {
      this.invalidate(); // the next snapshot tries again
    } finally {
      this.#isFetching = false;
    }
  }

  /** Forgets the revision: another server may count from the same number. */
  invalidate() {
    this.#revision = null;
  }

  /**
   * @param {number | null} now
   * @param {Set<string>} muted fields; an alarm itself only says whether it was raised in silence
   */
  show(now, muted) {
    const ids = new Set(this.alarms.map((alarm) => alarm.id));
    for (const id of this.#entries.keys()) if (!ids.has(id)) this.#entries.delete(id);
    byId("alarms-empty").hidden = this.alarms.length > 0;
    const active = this.alarms.filter((alarm) => alarm.cleared === null).length;
    setText(byId("alarms-title"), active ? `Alarms (${active} active)` : "Alarms");
    arrange(byId("alarm-list"), this.alarms.map((alarm) => this.#entry(alarm).item));
    for (const alarm of this.alarms) this.#entry(alarm).show(alarm, now, muted.has(alarm.field));
  }

  #entry(alarm) {
    if (!this.#entries.has(alarm.id)) this.#entries.set(alarm.id, new Entry(alarm, this.#handlers));
    return this.#entries.get(alarm.id);
  }

  #reorder(order) {
    this.#order = order;
    this.invalidate();
    this.update(undefined);
  }

  async #act(action) {
    try {
      await action();
      this.invalidate();
      await this.update(undefined);
    } catch (error) {
      this.#handlers.problem(`That did not work: ${error.message}.`);
    }
  }
}
