/* Start the page: read the model that stands in it, and bring each section to life. */
(function (turs) {
  "use strict";

  const page = turs.page;
  const MOST_OPEN_ON_PAPER = 60;

  function start() {
    const text = page.byId("model").textContent;
    const given = JSON.parse(page.byId("for-scripts").textContent);
    page.model = turs.readModel(text);
    page.classes = given.classes;
    page.facts = given.rules;
    page.checked = given.checked;
    const literals = page.model.rules.flatMap((rule) => rule.literals);
    const used = new Set(literals.map((literal) => literal.variable));
    page.variables = page.model.columns.filter((column) => used.has(column.name));
    const numbers = new Map(page.facts.map((facts, i) => [facts.position, i + 1]));
    page.numberOf = (position) => numbers.get(position);
    document.documentElement.classList.add("scripted");
    page.startRules();
    page.startCase();
    page.startOverlaps();
    followLinks();
    preparePaper();
    page.byId("keep").addEventListener("click", () => keep(text));
  }

  page.smoothing = function () {
    const weight = page.model.smoothing;
    if (weight === 0) return "Their shares are the probabilities.";
    const rows = `${turs.formatNumber(weight)} ${weight === 1 ? "row" : "rows"}`;
    return `Smoothing adds the shares of all rows, counting like ${rows}.`;
  };


  function followLinks() {
    const follow = (hash) => {
      const found = /^#rule-(\d+)$/.exec(hash);
      if (found) page.openRule?.(Number(found[1]));
      return found !== null;
    };
    document.addEventListener("click", (event) => {
      const hash = event.target.closest('a[href^="#"]')?.getAttribute("href");
      if (hash === undefined) return;
      if (location.protocol === "about:") {
        // In the frame of a notebook the browser would look for it in the page around.
        event.preventDefault();
        if (!follow(hash)) document.querySelector(hash)?.scrollIntoView();
        return;
      }
      // After the browser has gone there by itself.
      setTimeout(() => follow(hash));
    });
    globalThis.addEventListener("popstate", () => follow(location.hash));
    follow(location.hash);
  }


  function preparePaper() {
    const unfold = () => {
      page.showAllRules?.();
      if (page.facts.length <= MOST_OPEN_ON_PAPER) page.openShownRules?.();
      for (const folded of document.querySelectorAll("details:not([open])")) folded.open = true;
    };
    globalThis.addEventListener("beforeprint", unfold);
    matchMedia("print").addEventListener("change", (query) => query.matches && unfold());
  }

  function keep(text) {
    const address = URL.createObjectURL(new Blob([text.trimStart()], { type: "application/json" }));
    const link = page.make("a", { href: address, download: "model.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address));
  }

  start();
})(globalThis.turs);
