// A sentence about an action that failed. It goes away by itself.

import { byId, setText } from "./document.js";

const SHOWN_FOR = 8000; // milliseconds
let timer = 0;

export function showProblem(text) {
  setText(byId("problem"), text);
  clearTimeout(timer);
  timer = setTimeout(() => setText(byId("problem"), ""), SHOWN_FOR);
}
