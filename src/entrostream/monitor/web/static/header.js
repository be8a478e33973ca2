// The header: whether the page is live, and how the server is doing.

import { byId, element, setText } from "./document.js";
import { bytes, count, duration, percent, rate, visible } from "./format.js";

const LATE_CHECKPOINT = 60; // seconds

const ofLines = (part, { lines }) =>
  part > 0 && `${percent(part / Math.max(lines, part))} of lines`;

/** name, value and, where something is wrong, why: colour is never the only sign. */
const FIGURES = [
  { name: "lines/s", value: (snapshot) => rate(snapshot.rate) },
  { name: "lines", value: (snapshot) => count(snapshot.lines) },
  {
    name: "bad",
    value: (snapshot) => count(snapshot.bad),
    warning: (snapshot) => ofLines(snapshot.bad, snapshot),
  },
  {
    name: "late",
    value: (snapshot) => count(snapshot.late),
    warning: (snapshot) => ofLines(snapshot.late, snapshot),
  },
  {
    name: "rejected",
    value: (snapshot) => count(snapshot.rejected),
    warning: (snapshot) => snapshot.rejected > 0 && "over a limit",
  },
  {
    name: "checkpoint",
    value: ({ checkpoint_age: age }) => (age === null ? "off" : `${duration(1000 * age)} ago`),
    warning: ({ checkpoint_age: age }) => age > LATE_CHECKPOINT && "overdue",
  },
  { name: "memory", value: (snapshot) => bytes(snapshot.memory) },
];

const CONNECTIONS = {
  connecting: "Connecting",
  live: "Live",
  reconnecting: "Reconnecting",
  ended: "Ended",
  paused: "Paused",
};

export class Header {
  #figures = FIGURES.map(({ name }) => {
    const nodes = {
      name: element("dt", { textContent: name }),
      value: element("dd"),
      warning: element("dd", { className: "warning" }),
    };
    nodes.group = element("div", {}, nodes.name, nodes.value, nodes.warning);
    byId("figures").append(nodes.group);
    return nodes;
  });

  /** Writes the title of the tab, which also says that there are alarms while another is read. */
  showTab({ title, fields }) {
    const alarms = fields.filter((field) => field.alarm).length;
    document.title = `${alarms > 0 ? `(${alarms}) ` : ""}${visible(title)} · entrostream`;
  }

  show(snapshot) {
    setText(byId("title"), visible(snapshot.title));
    byId("title").title = visible(snapshot.title); // a long one is cut off
    FIGURES.forEach(({ value, warning }, index) => {
      const nodes = this.#figures[index];
      const words = warning?.(snapshot) || "";
      setText(nodes.value, value(snapshot));
      setText(nodes.warning, words && `⚠ ${words}`);
      nodes.group.classList.toggle("warned", Boolean(words));
    });
  }

  /** @param {keyof typeof CONNECTIONS} state */
  showConnection(state) {
    byId("connection").dataset.state = state;
    setText(byId("connection"), CONNECTIONS[state]);
    document.body.classList.toggle("disconnected", state === "reconnecting");
  }
}
