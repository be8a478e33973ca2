// The most frequent labels of a field, with their change against the baseline.

import { byId, element, setText } from "./document.js";
import { percent, percentagePoints, visible } from "./format.js";

const SMALLEST = 0.0005; // a change that is written as 0.0 has no direction

function direction(change) {
  if (change === null || Math.abs(change) < SMALLEST) return "none";
  return change > 0 ? "up" : "down";
}

class Row {
  #label = element("bdi");
  #cell = element("th", { scope: "row" }, this.#label);
  #bar = element("span", { className: "bar" });
  #share = element("span");
  #change = element("td", { className: "number change" });

  constructor() {
    const track = element("span", { className: "track" }, this.#bar);
    track.setAttribute("aria-hidden", "true");
    const share = element("td", { className: "number share" }, track, this.#share);
    this.row = element("tr", {}, this.#cell, share, this.#change);
  }

  /** Shows a label; the longest bar is that of the first. */
  show({ label, share, change }, largest) {
    setText(this.#label, visible(label));
    this.#cell.title = visible(label);
    this.#bar.style.width = `${(100 * share) / largest}%`;
    setText(this.#share, percent(share));
    setText(this.#change, percentagePoints(change));
    this.#change.dataset.direction = direction(change);
  }
}

export class Labels {
  #rows = [];

  show(field) {
    const top = field?.top ?? [];
    setText(byId("labels-title"), field ? `Top labels of ${visible(field.name)}` : "Top labels");
    byId("labels-empty").hidden = top.length > 0;
    byId("label-table").hidden = top.length === 0;
    while (this.#rows.length < top.length) this.#add();
    const largest = Math.max(...top.map((each) => each.share), Number.MIN_VALUE);
    this.#rows.forEach((row, index) => {
      row.row.hidden = index >= top.length;
      if (index < top.length) row.show(top[index], largest);
    });
  }

  #add() {
    const row = new Row();
    this.#rows.push(row);
    byId("label-rows").append(row.row);
  }
}
