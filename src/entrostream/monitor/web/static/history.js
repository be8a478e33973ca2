// The points of a field: fetched, then extended by the newest point of each snapshot.

import { getHistory } from "./api.js";

/** The order of values in a snapshot's point, after the time. */
const VALUES = ["entropy", "evenness", "gini", "distinct", "n", "regime"];
const COLUMNS = ["time", "low", "high", ...VALUES];

/** Columns of equal length, in the order of time. Appending never copies them. */
export class Series {
  constructor() {
    for (const name of COLUMNS) this[name] = [];
  }

  get length() {
    return this.time.length;
  }

  get last() {
    return this.time.at(-1) ?? -Infinity;
  }

  replace(answer) {
    for (const name of COLUMNS) this[name] = answer[name];
  }

  /** Appends what is newer than the last point; returns how many points that were. */
  extend(answer) {
    const first = answer.time.findIndex((time) => time > this.last);
    if (first < 0) return 0;
    for (let row = first; row < answer.time.length; row++) {
      for (const name of COLUMNS) this[name].push(answer[name][row]);
    }
    return answer.time.length - first;
  }

  /** Appends a snapshot's point, if it is newer. */
  append([time, ...values]) {
    if (time <= this.last) return false;
    this.time.push(time);
    VALUES.forEach((name, index) => this[name].push(values[index]));
    this.low.push(values[0]);
    this.high.push(values[0]);
    return true;
  }
}

// After this number of appended points the history is fetched anew, so that a page that is open
// for weeks holds no more points than it can show.
const MOST_APPENDED = 4000;

/** The past of one field up to now. */
export class LiveHistory {
  series = new Series();
  isLoaded = false;
  #field;
  #span;
  #changed;
  #appended = 0;
  #isFetching = false;
  #isStale = false;

  /**
   * @param {string} field
   * @param {number} span in milliseconds
   * @param {() => void} changed called when there are other points
   */
  constructor(field, span, changed) {
    this.#field = field;
    this.#span = span;
    this.#changed = changed;
  }

  /** Fetches all points again at the next snapshot: after a reconnect some may be missing. */
  invalidate() {
    this.#isStale = true;
  }

  /**
   * Takes the newest point of a snapshot. Where points are missing before it, they are fetched.
   * @param {number[]} point
   * @param {number} every milliseconds between points
   */
  take(point, every) {
    if (this.#isFetching) return;
    if (!this.isLoaded || this.#isStale || this.#appended > MOST_APPENDED) this.#load(point);
    else if (point[0] - this.series.last > 1.5 * every) this.#fill(point);
    else if (this.series.append(point)) this.#count(1);
  }

  async #load(point) {
    this.#isStale = false;
    await this.#fetch({ from: point[0] - this.#span }, (answer) => {
      this.series.replace(answer);
      this.isLoaded = true;
      this.#appended = 0;
      this.series.append(point);
      this.#changed();
    });
  }

  async #fill(point) {
    await this.#fetch({ from: this.series.last + 1 }, (answer) => {
      const filled = this.series.extend(answer);
      this.#count(filled + this.series.append(point));
    });
  }

  // A failure needs no words of its own: the connection's state tells, the next snapshot retries.
  async #fetch(range, use) {
    this.#isFetching = true;
    try {
      use(await getHistory(this.#field, range));
    } catch {
      this.invalidate();
    } finally {
      this.#isFetching = false;
    }
  }

  #count(points) {
    this.#appended += points;
    if (points > 0) this.#changed();
  }
}

/** The points between two times, as fine as the server has them. */
export async function zoomedSeries(field, range) {
  const series = new Series();
  series.replace(await getHistory(field, range));
  return series;
}
