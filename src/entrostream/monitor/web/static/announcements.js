// Reads new alarms out to screen readers, each once, also over reloads of the page.

import { byId } from "./document.js";
import { severityWord, visible } from "./format.js";
import { readList, writeList } from "./storage.js";

const KEY = "entrostream.announced";
const MOST_KEPT = 500;
const MOST_READ = 3;

// A server without a database counts its alarms from one again: the time tells them apart.
const identity = (alarm) => `${alarm.id}@${alarm.time}`;

const isUrgent = (alarm) => alarm.cleared === null && !alarm.muted && !alarm.acknowledged;

function sentence(alarms) {
  if (alarms.length > MOST_READ) return `${alarms.length} new alarms.`;
  return alarms
    .map((alarm) => `Alarm, severity ${severityWord(alarm.severity)}. ${visible(alarm.text)}.`)
    .join(" ");
}

/** Announces alarms that are active and were not announced before. */
export class Announcements {
  #known = new Set(readList(KEY));

  announce(alarms) {
    const fresh = alarms.filter((alarm) => isUrgent(alarm) && !this.#known.has(identity(alarm)));
    if (fresh.length === 0) return 0;
    for (const alarm of fresh) this.#known.add(identity(alarm));
    writeList(KEY, [...this.#known].slice(-MOST_KEPT));
    byId("announcement").textContent = sentence(fresh);
    return fresh.length;
  }
}
