// The few operations on the page's elements that all parts share.

/** The element with an id that index.html promises. */
export const byId = (id) => document.getElementById(id);

/** Makes an element. Text goes in as text only, never as markup. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Writes text if it differs: an unchanged node costs no layout and is not read out again. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Brings the children of a list into an order. Those that stay in order are not moved, so that
 * they keep the keyboard focus. */
export function arrange(parent, wanted) {
  const kept = new Set(wanted);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const child of wanted) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}
