// What a reader chooses for this browser: light or dark, and whether single keys are shortcuts.

import { byId, setText } from "./document.js";
import { read, write } from "./storage.js";

const THEME = "entrostream.theme"; // early_theme.js reads it too
const SHORTCUTS = "entrostream.shortcuts";
const system = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => document.documentElement.dataset.theme === "dark";

export class Settings {
  #changed;

  /** @param {() => void} changed called when colours are other than before */
  constructor(changed) {
    this.#changed = changed;
    byId("theme").addEventListener("click", () => this.toggleTheme());
    system.addEventListener("change", () => this.#followSystem());
    const shortcuts = byId("shortcuts");
    shortcuts.checked = read(SHORTCUTS) !== "off";
    shortcuts.addEventListener("change", () => write(SHORTCUTS, shortcuts.checked ? "on" : "off"));
    this.#show();
  }

  get hasShortcuts() {
    return byId("shortcuts").checked;
  }

  toggleTheme() {
    const theme = isDark() ? "light" : "dark";
    write(THEME, theme);
    this.#set(theme);
  }

  #followSystem() {
    if (read(THEME) === null) this.#set(system.matches ? "dark" : "light");
  }

  #set(theme) {
    document.documentElement.dataset.theme = theme;
    this.#show();
  }

  #show() {
    setText(byId("theme"), isDark() ? "Light" : "Dark");
    byId("theme").setAttribute("aria-label", `Switch to the ${isDark() ? "light" : "dark"} theme`);
    this.#changed();
  }
}
