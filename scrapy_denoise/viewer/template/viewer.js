"use strict";
// The page is in a frame of the same origin in which no script runs; this script reads and marks it from outside.
// Text of the page is only ever set as textContent.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const list = byId("blocks"), frame = byId("page"), search = byId("search"), textPane = byId("paragraphs");
  const n = data.text.length;
  const many = data.methods.length > 1;
  const state = { method: 0, filter: "all", words: "", here: -1, hover: -1 };
  const shown = new Array(n).fill(true), range = Array.from({ length: n }, (_, i) => i);
  let page = null;       // the frame's document, once it is there
  let marked = [];       // the frame's elements of each block

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const percent = (share) => `${Math.round(100 * share)} %`;
  const number = (count) => count.toLocaleString("en");
  const kept = (i, m = state.method) => (panel.active && m === state.method ? panel.keeps(i) : undefined) ?? data.methods[m].kept[i] === 1;
  const verdict = (i, m) => (kept(i, m) ? "kept" : "removed");
  const type = (i, m = state.method) =>
    kept(i, m) === (data.methods[m].kept[i] === 1) ? data.types[data.methods[m].types[i]] : kept(i, m) ? "content" : "";
  const differs = (i) => data.methods.some((method) => method.kept[i] !== data.methods[0].kept[i]);
  const difference = Array.from({ length: n }, (_, i) => many && differs(i));
  const repeated = (i) => data.pages > 0 && data.repeats[i] > 0;
  const panel = makePanel(data, { make, byId, percent, number, changed: () => { writeText(); update(); } });
  const FILTERS = {
    all: ["All", () => true],
    kept: ["Kept", (i) => kept(i)],
    removed: ["Removed", (i) => !kept(i)],
    ...(many && { different: ["Different", (i) => difference[i]] }),
    ...(data.pages > 0 && { repeated: ["Repeated", repeated] }),
  };
  // What a search looks into.
  const haystack = (i) =>
    [data.text[i], data.xpath[i], type(i), ...data.methods[state.method].reasons[i]].join("\n").toLowerCase();

  // Lines of blocks, a chunk of them made when it comes near: a large page has tens of thousands.
  class Lines {
    constructor(box, line, height) {
      Object.assign(this, { box, line, height, chunks: [], chunkOf: new Map() });
      this.watch = new IntersectionObserver((entries) => {
        for (const entry of entries) if (entry.isIntersecting) this.fill(entry.target);
      }, { root: box.closest("section"), rootMargin: "600px" });
    }

    show(blocks) {
      this.watch.disconnect();
      this.chunkOf.clear();
      this.chunks = [];
      for (let from = 0; from < blocks.length; from += CHUNK) {
        const chunk = make("div");
        chunk.setAttribute("role", "presentation");
        chunk.blocks = blocks.slice(from, from + CHUNK);
        chunk.style.height = `${chunk.blocks.length * this.height}px`;
        chunk.blocks.forEach((i) => this.chunkOf.set(i, chunk));
        this.chunks.push(chunk);
      }
      this.box.replaceChildren(...this.chunks);
      this.fill(this.chunks[0]);
      this.chunks.slice(1).forEach((chunk) => this.watch.observe(chunk));
    }

    fill(chunk) {
      if (!chunk || chunk.lines) return;
      this.watch.unobserve(chunk);
      chunk.lines = new Map(chunk.blocks.map((i) => [i, this.line(i)]));
      chunk.style.height = "";
      chunk.replaceChildren(...chunk.lines.values());
    }

    // The line of a block; undefined where it is not shown.
    of(i) {
      const chunk = this.chunkOf.get(i);
      this.fill(chunk);
      return chunk?.lines.get(i);
    }
  }
  const CHUNK = 50;

  // --- the list ---

  const item = (i) => {
    const line = make("li", `${verdict(i)} ${type(i)}`);
    line.id = `block-${i}`;
    line.dataset.i = i;
    line.setAttribute("role", "option");
    line.setAttribute("aria-selected", "false");
    const words = make("div", "words", data.text[i].slice(0, 240));
    words.dir = "auto";
    line.append(factsOf(i), words);
    return line;
  };

  const factsOf = (i) => {
    const method = data.methods[state.method], box = make("div", "facts");
    const facts = [make("b", "", verdict(i))];
    if (panel.active && panel.markOf(i)) facts.push(make("span", "marked", `marked ${panel.markOf(i)}`));
    if (type(i)) facts.push(make("span", "type", type(i)));
    if (method.scores[i] !== null) facts.push(make("span", "score", `score ${method.scores[i].toFixed(2)}`));
    facts.push(make("span", "", `${number(data.chars[i])} characters`));
    if (data.links[i] > 0) facts.push(make("span", "", `${percent(data.links[i])} in links`));
    if (repeated(i)) facts.push(make("span", "repeats", `on ${data.repeats[i]} of ${data.pages} other pages`));
    if (difference[i]) {
      const others = data.methods.filter((_, m) => m !== state.method && kept(i, m) !== kept(i));
      if (others.length) facts.push(make("span", "differs", `${kept(i) ? "removed" : "kept"} by ${others.map((m) => m.label).join(", ")}`));
    }
    box.append(...facts);
    return box;
  };

  const details = (i) => {
    const method = data.methods[state.method];
    const terms = make("dl");
    const term = (name, value, code) => {
      const description = make("dd");
      description.append(code ? make("code", "", value) : value);
      terms.append(make("dt", "", name), description);
    };
    term("Verdict", verdict(i) + (type(i) ? `, ${type(i)}` : ""));
    if (method.scores[i] !== null) term("Score", `${method.scores[i].toFixed(3)} (0 noise, 1 content)`);
    term("Method", kept(i) === (method.kept[i] === 1) ? method.method || "none" : "your correction");
    if (method.reasons[i].length && kept(i) === (method.kept[i] === 1)) term("Reasons", method.reasons[i].join("; "));
    term("Characters", `${number(data.chars[i])}, ${percent(data.links[i])} of them in links`);
    if (data.pages > 0) term("Repeats", `on ${data.repeats[i]} of ${data.pages} other pages of its layout`);
    if (many) data.methods.forEach((other, m) => m !== state.method && term(other.label, verdict(i, m) + (type(i, m) ? `, ${type(i, m)}` : "")));
    term("XPath", data.xpath[i], true);
    if (page && !marked[i].some((element) => element.getClientRects().length)) term("On the page", "not visible: hidden by the page's style, or an option of a menu");
    return terms;
  };

  // --- the page ---

  // What the page's elements say already: the file is written as the first method decided.
  const look = (i) => `${verdict(i)} ${type(i)} ${shown[i] ? "" : "off"}${(panel.active && panel.markOf(i)) || ""}`;
  const looks = [];

  const mark = () => {
    if (!page) return;
    page.documentElement.toggleAttribute("data-dn-on", byId("marks-shown").checked);
    for (let i = 0; i < n; i++) {
      if (looks[i] === look(i)) continue;
      looks[i] = look(i);
      for (const element of marked[i]) {
        element.setAttribute("data-dn-v", verdict(i));
        element.setAttribute("data-dn-y", type(i));
        element.toggleAttribute("data-dn-off", !shown[i]);
        if (panel.markOf(i) && panel.active) element.setAttribute("data-dn-m", panel.markOf(i));
        else element.removeAttribute("data-dn-m");
      }
    }
    point("data-dn-here", state.here);
  };

  const point = (attribute, i) => {
    if (!page) return;
    page.querySelectorAll(`[${attribute}]`).forEach((element) => element.removeAttribute(attribute));
    if (i >= 0) marked[i].forEach((element) => element.setAttribute(attribute, ""));
  };

  const blockOf = (event) => {
    const element = event.target.closest && event.target.closest("[data-dn-b]");
    const i = element ? Number(element.getAttribute("data-dn-b")) : -1;
    return i < n ? i : -1;
  };

  // A page that is made for a wider window is shown smaller, to a limit.
  const fit = () => {
    if (!page) return;
    const root = page.documentElement;
    root.style.zoom = "";
    const share = frame.clientWidth / root.scrollWidth;
    if (share < 0.99) root.style.zoom = Math.max(share, 0.6).toFixed(2);
  };

  const enterFrame = () => {
    if (page || !frame.contentDocument || frame.contentDocument.URL !== "about:srcdoc") return;
    page = frame.contentDocument;
    marked = Array.from({ length: n }, () => []);
    for (const element of page.querySelectorAll("[data-dn-b]")) {
      const i = Number(element.getAttribute("data-dn-b"));
      if (i < n) marked[i].push(element);
    }
    looks.length = 0;
    for (let i = 0; i < n; i++) looks.push(`${data.methods[0].kept[i] ? "kept" : "removed"} ${type(i, 0)} `);
    page.addEventListener("mouseover", (event) => hover(blockOf(event), frame));
    page.documentElement.addEventListener("mouseleave", () => hover(-1, frame));
    page.addEventListener("click", (event) => {
      event.preventDefault();
      const i = blockOf(event);
      if (i >= 0) chosen(i, frame);
    }, true);
    page.addEventListener("submit", (event) => event.preventDefault(), true);
    page.addEventListener("keydown", onKey);
    mark();
    fit();
    byId("status").dataset.ready = "1";
  };

  // The frame holds one of two documents: the blocks where a browser has drawn them, and the page's markup.
  const exchange = () => {
    page = null;
    marked = [];
    delete byId("status").dataset.ready;
    [frame.srcdoc, frame.dataset.other] = [frame.dataset.other, frame.srcdoc];
  };

  // --- the extracted text ---

  const paragraph = (i) => {
    const element = make("p", verdict(i), data.text[i]);
    element.dir = "auto";
    element.dataset.i = i;
    return element;
  };

  const writeText = () => {
    const removed = state.filter === "removed";
    byId("text-title").textContent = removed ? "Removed text" : "Extracted text";
    const blocks = range.filter((i) => kept(i) !== removed);
    paragraphs.show(blocks);
    if (!blocks.length) textPane.append(make("p", "empty", removed ? "Nothing was removed." : "No text was kept."));
  };

  // --- what is shown ---

  const update = () => {
    const test = FILTERS[state.filter][1];
    let count = 0, keptCount = 0, chars = 0, keptChars = 0;
    for (let i = 0; i < n; i++) {
      shown[i] = test(i) && (!state.words || haystack(i).includes(state.words));
      count += shown[i];
      keptCount += kept(i);
      chars += data.chars[i];
      keptChars += kept(i) ? data.chars[i] : 0;
    }
    const method = data.methods[state.method];
    const parts = n ? [`${number(n)} blocks: ${number(keptCount)} kept, ${number(n - keptCount)} removed; ${number(keptChars)} of ${number(chars)} characters kept (${percent(keptChars / Math.max(chars, 1))})`]
      : ["The page has no visible text"];
    if (n < data.total) parts[0] = `The first ${parts[0]}`;
    if (count < n) parts.push(`${number(count)} shown`);
    if (many) parts.push(`${number(difference.filter(Boolean).length)} different`);
    if (panel.active && panel.keeps(0) !== undefined) parts.push("as corrected");
    else if (method.method) parts.push(`${method.method} decided`);
    if (method.reason) parts.push(`reason: ${method.reason}`);
    byId("status").textContent = parts.join(" · ");
    items.show(range.filter((i) => shown[i]));
    if (!count) list.append(make("li", "empty", n ? "No block is like that." : "The page has no visible text."));
    mark();
    select(state.here, null);
  };

  const setMethod = (m) => {
    if (m >= data.methods.length) return;
    state.method = m;
    byId("methods").querySelectorAll("input")[m].checked = true;
    writeText();
    update();
  };

  const setFilter = (name) => {
    state.filter = name;
    byId("filters").querySelector(`input[value="${name}"]`).checked = true;
    writeText();
    update();
  };

  const reveal = (element, where) => element && element.scrollIntoView({ block: where, inline: "nearest" });

  // `from`: the part in which it happened, which is not to move under the pointer.
  const hover = (i, from) => {
    if (state.hover === i) return;
    document.querySelectorAll(".hover").forEach((line) => line.classList.remove("hover"));
    state.hover = i;
    point("data-dn-hover", i);
    if (i < 0) return;
    for (const [lines, box] of [[items, list], [paragraphs, textPane]]) {
      const line = lines.of(i);
      line?.classList.add("hover");
      if (from !== box) reveal(line, "nearest");
    }
    if (from !== frame && page) reveal(marked[i][0], "nearest");
  };

  const select = (i, from) => {
    document.querySelectorAll("#blocks [aria-selected=true]").forEach((line) => {
      line.setAttribute("aria-selected", "false");
      line.querySelector("dl").remove();
    });
    document.querySelectorAll(".here").forEach((line) => line.classList.remove("here"));
    state.here = i;
    point("data-dn-here", i);
    list.removeAttribute("aria-activedescendant");
    if (i < 0) return;
    const line = items.of(i), text = paragraphs.of(i);
    if (line) {
      line.setAttribute("aria-selected", "true");
      line.append(details(i));
      list.setAttribute("aria-activedescendant", line.id);
      reveal(line, "nearest");
    }
    text?.classList.add("here");
    if (from === null) return;
    if (from !== frame && page) reveal(marked[i][0], "center");
    if (from !== textPane) reveal(text, "center");
  };

  // A click selects a block; while a site is corrected it also changes the block's mark.
  const chosen = (i, from) => {
    if (panel.active) panel.cycle(i);
    select(i, from);
  };

  const step = (by, test = () => true) => {
    let i = state.here < 0 && by < 0 ? n : state.here;
    do i += by; while (i >= 0 && i < n && !(shown[i] && test(i)));
    if (i >= 0 && i < n) select(i, list);
  };

  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target === search;
    if (event.target.closest?.("#correction")) return;
    const key = event.key;
    if (key === "Escape") {
      search.value = state.words = "";
      byId("help").open = false;
      update();
      select(-1, null);
      list.focus();
    } else if (typing) {
      if (key !== "Enter" && key !== "ArrowDown") return;
      list.focus();
      if (state.here < 0 || !shown[state.here]) step(1);
    } else if (event.target.type === "radio" && key.startsWith("Arrow")) return;
    else if (key === "ArrowDown" || key === "j") step(1);
    else if (key === "ArrowUp" || key === "k") step(-1);
    else if (key === "Home" && event.target === list) { state.here >= 0 && select(-1, null); step(1); }
    else if (key === "End" && event.target === list) { select(-1, null); step(-1); }
    else if (key === "n") step(1, (i) => difference[i]);
    else if (key === "p") step(-1, (i) => difference[i]);
    else if (key >= "1" && key <= "9") setMethod(Number(key) - 1);
    else if (key === "v") { const names = Object.keys(FILTERS); setFilter(names[(names.indexOf(state.filter) + 1) % names.length]); }
    else if (key === "/") search.focus();
    else if (key === "t" || key === "m") byId(key === "t" ? "text-shown" : "marks-shown").click();
    else if (key === "b") byId("drawn-shown")?.click();
    else if (key === "e") { if (!byId("correcting").disabled) byId("correcting").click(); }
    else if (panel.active && "cdu".includes(key)) { if (state.here >= 0) panel.mark(state.here, { c: "content", d: "drop" }[key]); }
    else if (key === "?") byId("help").open = !byId("help").open;
    else return;
    event.preventDefault();
  };

  // --- setting up ---

  const choices = (box, name, labels, change) => labels.forEach(([value, label], i) => {
    const choice = make("label", "choice"), input = make("input");
    input.type = "radio";
    input.name = name;
    input.value = value;
    input.checked = i === 0;
    input.addEventListener("change", () => change(value));
    choice.append(input, make("span", "", label));
    box.append(choice);
  });

  const legend = () => {
    const entry = (className, words) => {
      const line = make("li");
      line.append(make("span", `swatch ${className}`), words);
      byId("legend").append(line);
    };
    entry("kept", "kept");
    entry("removed", "removed");
    const used = new Set(data.methods.flatMap((method) => method.types.map((t) => data.types[t])));
    const kinds = ["comment", "navigation", "related", "interaction", "consent", "signature", "copyright", "advertisement"];
    for (const name of kinds) {
      if (used.has(name)) entry(`removed ${name}`, name);
    }
    if (many) entry("differs", "decided differently");
  };

  const follow = (part) => {
    const at = (event) => { const line = event.target.closest("[data-i]"); return line ? Number(line.dataset.i) : -1; };
    part.addEventListener("mouseover", (event) => hover(at(event), part));
    part.addEventListener("mouseleave", () => hover(-1, part));
    part.addEventListener("click", (event) => at(event) >= 0 && chosen(at(event), part));
  };

  byId("address").textContent = data.url;
  choices(byId("methods"), "method", data.methods.map((method, m) =>
    [m, method.label.startsWith(method.method) ? method.label : `${method.label} (${method.method})`]), (m) => setMethod(m));
  choices(byId("filters"), "filter", Object.entries(FILTERS).map(([name, [label]]) => [name, label]), setFilter);
  legend();
  const items = new Lines(list, item, 62), paragraphs = new Lines(textPane, paragraph, 48);
  setMethod(0);
  follow(list);
  follow(textPane);
  let typed = 0;
  search.addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => { state.words = search.value.trim().toLowerCase(); update(); }, 120);
  });
  byId("marks-shown").addEventListener("change", mark);
  byId("drawn-shown")?.addEventListener("change", exchange);
  byId("text-shown").addEventListener("change", (event) => {
    byId("text").hidden = !event.target.checked;
    document.querySelector("main").classList.toggle("no-text", !event.target.checked);
    fit();
  });
  byId("correcting").addEventListener("change", () => {
    byId("correction").hidden = !panel.active;
    byId("paragraphs").hidden = byId("text-title").hidden = panel.active;
    document.querySelector("main").classList.toggle("correcting", panel.active);
    panel.show();
    fit();
  });
  document.addEventListener("keydown", onKey);
  let resized = 0;
  addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(fit, 200);
  });
  frame.addEventListener("load", enterFrame);
  if (frame.contentDocument && frame.contentDocument.readyState === "complete") enterFrame();
  // On paper a frame is as long as its page.
  addEventListener("beforeprint", () => {
    byId("help").open = true;
    for (const lines of [items, paragraphs]) lines.chunks.forEach((chunk) => lines.fill(chunk));
    if (page) frame.style.height = `${page.documentElement.scrollHeight}px`;
  });
  addEventListener("afterprint", () => { frame.style.height = ""; byId("help").open = false; });
})();
