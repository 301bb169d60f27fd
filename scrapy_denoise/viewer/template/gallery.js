"use strict";
(() => {
  const search = document.getElementById("search"), doubtful = document.getElementById("doubtful");
  const update = () => {
    const words = search.value.trim().toLowerCase();
    for (const section of document.querySelectorAll("section")) {
      const site = section.querySelector("h2").textContent.toLowerCase();
      let shown = 0;
      for (const card of section.querySelectorAll("li")) {
        const found = site.includes(words) || `${card.textContent} ${card.querySelector("a").title}`.toLowerCase().includes(words);
        card.hidden = !found || (doubtful.checked && !card.classList.contains("doubtful"));
        shown += !card.hidden;
      }
      section.hidden = !shown;
    }
  };
  search.addEventListener("input", update);
  doubtful.addEventListener("change", update);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
})();
