// Sets the theme before the first paint. A module would run later, and the page would flash.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("entrostream.theme");
  } catch {
    // Storage is switched off: the system's theme is used.
  }
  const isSystemDark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (theme !== "dark" && theme !== "light") theme = isSystemDark ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
})();
