// The stream of snapshots, and its return after the server was away.

import { getAlarms } from "./api.js";

// Milliseconds after which an open connection counts as broken. A checkpoint on a slow disk may
// hold up the server's snapshots for some seconds, and is no reason to reconnect.
const SILENCE = 20_000;
const LONGEST_WAIT = 5000;

export class Live {
  #handlers;
  #source = null;
  #watch = 0;
  #failures = 0;

  /**
   * @param {{snapshot: (snapshot: object) => void, open: () => void, lost: () => void}} handlers
   *   `open` comes before the first snapshot of every connection, `lost` once after its last.
   */
  constructor(handlers) {
    this.#handlers = handlers;
  }

  connect() {
    const source = new EventSource("api/stream");
    this.#source = source;
    this.#listenFor(SILENCE);
    let opened = false;
    source.addEventListener("snapshot", (event) => {
      this.#failures = 0;
      this.#listenFor(SILENCE);
      if (!opened) this.#handlers.open();
      opened = true;
      this.#handlers.snapshot(JSON.parse(event.data));
    });
    source.addEventListener("error", () => this.#lose());
  }

  // A connection that says nothing is as good as closed: proxies and sleeping laptops leave such.
  #listenFor(milliseconds) {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lose(), milliseconds);
  }

  // The browser's own reconnection gives up at an HTTP error; this one does not.
  #lose() {
    clearTimeout(this.#watch);
    this.#source?.close();
    this.#source = null;
    this.#handlers.lost();
    this.#failures += 1;
    setTimeout(() => this.#retry(), Math.min(1000 * this.#failures, LONGEST_WAIT));
  }

  // An EventSource does not tell why it failed. An ordinary request does: 401 leads to the login.
  async #retry() {
    try {
      await getAlarms("time");
      this.connect();
    } catch {
      this.#lose();
    }
  }
}
