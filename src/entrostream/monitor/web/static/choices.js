// A row of radio buttons: one of several, by mouse or arrow keys.

import { element } from "./document.js";

export class Choices {
  #inputs = new Map();

  /**
   * @param {HTMLFieldSetElement} fieldset
   * @param {{key: string, name: string}[]} options
   * @param {(key: string) => void} chosen
   */
  constructor(fieldset, options, chosen) {
    for (const { key, name } of options) {
      const input = element("input", { type: "radio", name: fieldset.id, value: key });
      input.addEventListener("change", () => chosen(key));
      fieldset.append(element("label", {}, input, element("span", { textContent: name })));
      this.#inputs.set(key, input);
    }
  }

  show(key) {
    this.#inputs.get(key).checked = true;
  }
}
