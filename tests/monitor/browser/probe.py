"""A script that runs before the page's own: it notes what tests compare and the page does not show.

`plots` are the chart library's objects, in the order of their making; `violations` are what the
Content-Security-Policy has stopped.
"""

PROBE = """
window.plots = [];
window.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
let library;
Object.defineProperty(window, "uPlot", {
  get: () => library,
  set(real) {
    library = new Proxy(real, {
      construct(target, parameters) {
        const plot = new target(...parameters);
        plots.push(plot);
        return plot;
      },
    });
  },
});
"""
