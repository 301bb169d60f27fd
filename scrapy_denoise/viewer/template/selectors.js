"use strict";
// What a user has marked becomes selectors, and selectors become what they keep of each page. It works on outlines: the
// elements of a page by tag, id and classes, which are plain names (outline.py), so a selector holds nothing else.
const makeSelectors = (outlines, homes, keptByMethod) => {
  const own = outlines[0];
  const marks = new Map();   // block -> "content" or "drop"
  const steps = new Map();   // word and element -> how far its selector was made wider (or narrower, below 0)

  const parsed = new Map();
  const parse = (compound) => {
    if (!parsed.has(compound)) {
      const [, tag, id, classes] = /^([a-z0-9*]*)(#[\w-]+)?((?:\.[\w-]+)*)$/.exec(compound);
      parsed.set(compound, { tag, id: id || "", classes: classes.split(".").filter(Boolean) });
    }
    return parsed.get(compound);
  };
  const fits = (compound, name) => {
    const wanted = parse(compound), found = parse(name);
    return (!wanted.tag || wanted.tag === found.tag) && (!wanted.id || wanted.id === found.id)
      && wanted.classes.every((word) => found.classes.includes(word));
  };

  // For each element whether a selector finds it: compounds, each below the one before.
  const hits = (outline, selector) => {
    let inside = null;
    for (const compound of selector.split(" ")) {
      const ok = outline.names.map((name) => fits(compound, name));
      const found = new Uint8Array(outline.parent.length), below = new Uint8Array(outline.parent.length);
      outline.parent.forEach((above, e) => {
        found[e] = ok[outline.name[e]] && (inside === null || inside[e]) ? 1 : 0;
        below[e] = above >= 0 && (found[above] || below[above]) ? 1 : 0;
      });
      inside = below;
      inside.found = found;
    }
    return inside;
  };
  const covered = (outline, selectors) => {
    const all = new Uint8Array(outline.parent.length);
    for (const selector of selectors) {
      const below = hits(outline, selector);
      for (let e = 0; e < all.length; e++) if (below[e] || below.found[e]) all[e] = 1;
    }
    return all;
  };
  const count = (selector) => hits(own, selector).found.reduce((sum, hit) => sum + hit, 0);

  const nameOf = (e) => own.names[own.name[e]];
  const isRoot = (e) => e < 0 || ["html", "body"].includes(parse(nameOf(e)).tag);
  const lineage = (e) => { const found = []; for (; !isRoot(e); e = own.parent[e]) found.push(e); return found; };
  const isNamed = (e) => parse(nameOf(e)).id || parse(nameOf(e)).classes.length;

  // The selector of an element: by its id or the class that the fewest elements have, or below the nearest such element.
  const selectorOf = (e) => {
    const { tag, id, classes } = parse(nameOf(e));
    const head = tag === "*" ? "" : tag;
    const choices = [...(id ? [head + id] : []), ...classes.map((word) => `${head}.${word}`)];
    if (choices.length) return choices.reduce((best, choice) => (count(choice) < count(best) ? choice : best));
    const above = lineage(own.parent[e]).find(isNamed);
    return above === undefined ? tag : `${selectorOf(above)} ${tag}`;
  };

  const common = (elements) => {
    const others = elements.slice(1).map((e) => new Set(lineage(e)));
    return lineage(elements[0]).find((e) => others.every((set) => set.has(e)));
  };

  const marked = (word) => [...marks].filter(([, of]) => of === word).map(([i]) => homes[i]);

  // The elements that the marks stand for: { word, from (a marked element), element }.
  const targets = () => {
    const content = marked("content"), found = [];
    const holdsContent = (e) => content.some((home) => lineage(home).includes(e));
    const shared = content.length > 1 ? common(content) : undefined;
    const groups = shared !== undefined ? [[shared, content[0]]] : content.map((home) => [home, home]);
    for (const [start, from] of groups) found.push({ word: "content", from, element: lineage(start).find(isNamed) ?? start });
    for (const home of marked("drop")) {
      const named = lineage(home).find((e) => isNamed(e));
      found.push({ word: "drop", from: home, element: named === undefined || holdsContent(named) ? home : named });
    }
    for (const target of found) {
      const line = lineage(target.from);
      const by = steps.get(`${target.word} ${target.from}`) || 0;
      const place = Math.min(Math.max(line.indexOf(target.element) + by, 0), line.length - 1);
      if (line.length) target.element = line[place];
    }
    return found;
  };

  // The lines of the correction: { word, selector, from }, each selector once.
  const lines = () => {
    const found = new Map();
    for (const { word, from, element } of targets()) {
      const selector = selectorOf(element);
      if (!found.has(`${word} ${selector}`)) found.set(`${word} ${selector}`, { word, selector, from, count: count(selector) });
    }
    return [...found.values()];
  };
  const selectors = (word) => lines().filter((line) => line.word === word).map((line) => line.selector);

  // Of a page: all characters, those that the method keeps, those that the correction keeps, and whether it matches.
  const effectOn = (outline, content, drop) => {
    const inContent = covered(outline, content), dropped = covered(outline, drop);
    const found = { label: outline.label, chars: 0, method: 0, now: 0, matches: content.length === 0 };
    outline.at.forEach((e, t) => {
      const chars = outline.chars[t];
      found.chars += chars;
      found.method += outline.kept[t] ? chars : 0;
      if (content.length && inContent[e] && !dropped[e]) { found.matches = true; found.now += chars; }
    });
    if (!content.length || !found.matches) {
      found.now = 0;
      outline.at.forEach((e, t) => { if (outline.kept[t] && !dropped[e]) found.now += outline.chars[t]; });
    }
    return found;
  };

  return {
    marks,
    lines,
    mark: (i, word) => { if (word) marks.set(i, word); else marks.delete(i); steps.clear(); },
    shift: (line, by) => steps.set(`${line.word} ${line.from}`, (steps.get(`${line.word} ${line.from}`) || 0) + by),
    clear: () => { marks.clear(); steps.clear(); },
    effects: () => { const content = selectors("content"), drop = selectors("drop"); return outlines.map((outline) => effectOn(outline, content, drop)); },
    // For each block whether the correction keeps it.
    kept: () => {
      const content = selectors("content"), drop = selectors("drop");
      const inContent = covered(own, content), dropped = covered(own, drop);
      const some = content.length && homes.some((e) => inContent[e] && !dropped[e]);
      return homes.map((e, i) => ((some ? inContent[e] : keptByMethod(i)) && !dropped[e] ? 1 : 0));
    },
    selectors,
  };
};
