// Which pages the search lists first: those whose title has the words, then guides, then the
// reference; the changelog, results of benchmarks and pages of the project come last.
// The numbers are those of Sphinx.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  score: ([page, title, anchor, , score]) => {
    const query = new URLSearchParams(window.location.search).get("q") || "";
    const words = query.toLowerCase().trim();
    const shown = title.toLowerCase();
    if (words && shown.includes(words)) {
      score += 20 + Math.round((10 * words.length) / shown.length); // all the words, and few others
      score += anchor === "" ? (shown.startsWith(words) ? 20 : 10) : 0;
    }
    if (!page.startsWith("docs/") || page.includes("/results/")) score -= 60;
    if (["docs/architecture", "docs/benchmarks"].includes(page)) score -= 10;
    return score;
  },
};
