// Shortcuts of the whole page, and those of the chart while it has the focus.

import { byId } from "./document.js";

const OPERATED = "button, input, select, textarea, a, dialog, summary";

/** Space and Enter belong to the control that has the focus. */
const isOperated = (target) => target instanceof Element && target.closest(OPERATED) !== null;

/**
 * @param {() => boolean} areSingleKeysOn
 * @param {Record<string, () => void>} actions by key
 * @param {Record<string, () => void>} chartActions by key
 */
export function listenToKeys(areSingleKeysOn, actions, chartActions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const isChart = event.target === byId("chart");
    const action = (isChart && chartActions[event.key]) || actions[event.key];
    if (!action || (event.key === " " && isOperated(event.target))) return;
    // WCAG 2.1.4: single characters can be switched off; on the focused chart they always work.
    if (event.key.length === 1 && !isChart && !areSingleKeysOn()) return;
    event.preventDefault();
    action();
  });
}
