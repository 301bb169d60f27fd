// The panel in which a site is corrected: blocks that are marked, the selectors that this makes, their effect, saving.
// Saving is a command to copy or a file to download: the viewer's file sends nothing and asks for nothing.
const makePanel = (data, { make, byId, percent, number, changed }) => {
  const box = byId("correction"), site = byId("site");
  const engine = data.outlines.length ? makeSelectors(data.outlines, data.homes, (i) => data.methods[0].kept[i]) : null;
  const NEXT = { undefined: "content", content: "drop", drop: undefined };
  let decided = null;   // for each block whether it is kept, as long as something is marked

  const isSite = (text) => /^[\w.*-]+(?::\d+)?(?:\/[\w.*\/~%?=&-]*)?$/.test(text);
  const name = () => (isSite(site.value) ? site.value : "SITE");
  const toml = () => {
    const field = (word) => { const found = engine.selectors(word); return found.length ? `${word} = ${JSON.stringify(found)}\n` : ""; };
    return `version = 1\n\n["${name()}"]\n${field("content")}${field("drop")}`;
  };
  const command = () => ["scrapy-denoise correct", `'${name()}'`,
    ...["content", "drop"].flatMap((word) => engine.selectors(word).map((selector) => `--${word} '${selector}'`))].join(" ");

  const button = (label, title, act) => {
    const found = make("button", "", label);
    found.type = "button";
    found.title = title;
    found.setAttribute("aria-label", title);
    found.addEventListener("click", act);
    return found;
  };

  const lineOf = (line) => {
    const item = make("li", line.word), elements = line.count === 1 ? "1 element" : `${number(line.count)} elements`;
    item.append(make("b", "", line.word), " ", make("code", "", line.selector), " ", make("span", "", elements), " ",
      button("−", `A narrower selector than ${line.selector}`, () => { engine.shift(line, -1); show(); }),
      button("+", `A wider selector than ${line.selector}`, () => { engine.shift(line, 1); show(); }));
    return item;
  };

  const row = (cells, header) => {
    const line = make("tr");
    line.append(...cells.map((cell) => make(header ? "th" : "td", "", cell)));
    return line;
  };

  const show = () => {
    const lines = engine.lines();
    decided = lines.length ? engine.kept() : null;
    byId("selectors").replaceChildren(...(lines.length ? lines.map(lineOf) : [make("li", "empty", "Nothing is marked.")]));
    const rows = engine.effects().map((of) => row([of.label, percent(of.method / Math.max(of.chars, 1)),
      of.matches ? percent(of.now / Math.max(of.chars, 1)) : "no match"]));
    byId("effect").replaceChildren(row(["Page", "Method", "Corrected"], true), ...rows);
    byId("command").textContent = lines.length ? command() : "";
    for (const id of ["copy", "download"]) byId(id).disabled = !lines.length;
    changed();
  };

  const copy = () => {
    const area = make("textarea");
    area.value = command();
    box.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    byId("saved").textContent = done ? "The command is copied." : "Copy it by hand.";
  };

  const download = () => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([toml()], { type: "application/toml" }));
    link.download = "corrections.toml";
    link.click();
    URL.revokeObjectURL(link.href);
    byId("saved").textContent = "Then: scrapy-denoise correct --merge corrections.toml";
  };

  if (engine) {
    site.value = data.site;
    site.addEventListener("input", show);
    byId("copy").addEventListener("click", copy);
    byId("download").addEventListener("click", download);
    byId("unmark").addEventListener("click", () => { engine.clear(); show(); });
  } else {
    byId("correcting").disabled = true;
    byId("correcting").title = "The page has too many elements";
  }

  return {
    get active() { return engine !== null && byId("correcting").checked; },
    markOf: (i) => engine && engine.marks.get(i),
    // Whether the correction keeps a block; undefined where the method decides.
    keeps: (i) => (decided === null ? undefined : decided[i] === 1),
    cycle: (i) => { engine.mark(i, NEXT[engine.marks.get(i)]); show(); },
    mark: (i, word) => { engine.mark(i, word); show(); },
    show,
  };
};
