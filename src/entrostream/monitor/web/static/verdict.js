// One sentence above everything: what is going on.

import { byId, setText } from "./document.js";
import { clock, count, duration, visible } from "./format.js";

const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

function worst(fields, alarms) {
  const names = new Set(fields.map((field) => field.name));
  const [first] = alarms
    .filter((alarm) => alarm.cleared === null && names.has(alarm.field))
    .sort((a, b) => b.severity - a.severity);
  return visible(first?.text ?? fields[0].alarm);
}

function lastAlarm(alarms, now) {
  if (alarms.length === 0) return "No alarms yet.";
  const latest = alarms.reduce((a, b) => (b.time > a.time ? b : a));
  return `Last alarm ${duration(Math.max(0, now - latest.time))} ago: ${visible(latest.text)}`;
}

function unreachable(lostAt, snapshot) {
  const headline = `Server not reachable since ${clock(lostAt)}, trying again.`;
  return ["warning", headline, snapshot ? "The values below are from then." : ""];
}

function alarmed(fields, alarms) {
  const names = fields.map((field) => visible(field.name)).join(", ");
  return ["alarm", `${plural(fields.length, "field")} in alarm: ${names}.`, worst(fields, alarms)];
}

function steady({ fields, ended, lines, now }, alarms) {
  const end = `The stream has ended after ${count(lines)} lines.`;
  const all = fields.length === 1 ? "The field is" : `All ${fields.length} fields are`;
  return ["calm", ended ? end : `${all} steady.`, lastAlarm(alarms, now)];
}

/**
 * @param {object | null} snapshot the one that is shown
 * @param {{alarms: object[], lostAt: number | null}} situation
 * @returns {[level: string, headline: string, detail: string]}
 */
function verdict(snapshot, { alarms, lostAt }) {
  if (lostAt !== null && !snapshot?.ended) return unreachable(lostAt, snapshot);
  if (!snapshot) return ["calm", "Connecting to the server.", ""];
  if (snapshot.fields.length === 0 || snapshot.now === null) {
    return ["calm", "Waiting for the first events.", "Values appear as soon as lines are read."];
  }
  const inAlarm = snapshot.fields.filter((field) => field.alarm);
  return inAlarm.length > 0 ? alarmed(inAlarm, alarms) : steady(snapshot, alarms);
}

export function showVerdict(snapshot, situation) {
  const [level, headline, detail] = verdict(snapshot, situation);
  byId("verdict").dataset.level = level;
  setText(byId("verdict-headline"), headline);
  setText(byId("verdict-detail"), detail);
}
