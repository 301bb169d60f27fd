// What a browser has drawn: for each element of the document, in document order, FIELDS numbers (see drawn.py).
// Methods are taken from the prototypes, since a field of a form named "attributes" hides the form's own.
({ elements, seconds }) => {
  const NO_BOX = -(2 ** 31);
  const LARGEST = 2 ** 30;
  const FIELDS = 11;
  const HIDDEN = 1;
  const MAX_NAME = 64; // characters: a page can make up names of any length, and as many as it has elements
  const MAX_NAMES = 5000;
  const OTHER = "*"; // the name of all further ones, which no element of the markup has
  const INDENT = -500; // a text with a larger negative indent is moved out of sight
  const stop = performance.now() + 1000 * seconds;

  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const nameOf = getter(Node.prototype, "nodeName");
  const attributesOf = getter(Element.prototype, "attributes");
  const lengthOf = getter(NamedNodeMap.prototype, "length");
  const boxOf = Element.prototype.getBoundingClientRect;
  const root = document.documentElement;
  const result = { tags: "", data: "", total: 0, drawn: 0 };
  if (!root) return result;

  const pixels = (value) => (value === value ? Math.max(-LARGEST, Math.min(LARGEST, Math.round(value))) : NO_BOX);

  const colours = new Map();
  let canvas = null;
  const colour = (text) => {
    let found = colours.get(text);
    if (found === undefined) {
      const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
      if (parts) {
        found = [+parts[1], +parts[2], +parts[3], parts[4] === undefined ? 255 : Math.round(255 * +parts[4])];
      } else {
        canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        found = canvas.getImageData(0, 0, 1, 1).data;
      }
      found = (found[0] << 24) | (found[1] << 16) | (found[2] << 8) | found[3];
      colours.set(text, found);
    }
    return found;
  };

  const scroller = document.scrollingElement || root;
  const [x, y, width] = [scroller.scrollLeft, scroller.scrollTop, root.clientWidth];
  const rightToLeft = getComputedStyle(document.body || root).direction === "rtl";
  const unreachable = (left, top, right, bottom) =>
    right > left && bottom > top && (bottom <= 0 || (rightToLeft ? left >= width : right <= 0));

  const total = Math.min(elements, document.getElementsByTagName("*").length);
  const numbers = new Int32Array(FIELDS * total);
  const tags = new Map();
  // Of each ancestor of the element: its number, whether it is not drawn at all, and what clips it:
  // 0 nothing, 1 an element that is not positioned, from which absolute ones escape, 2 a positioned one.
  const above = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  let count = 0;
  for (let more = true; more && count < total; ) {
    if ((count & 127) === 127 && performance.now() > stop) break;
    const element = walker.currentNode;
    const at = FIELDS * count;
    let name = nameOf.call(element).toLowerCase();
    if (name.length > MAX_NAME || (tags.size >= MAX_NAMES && !tags.has(name))) name = OTHER;
    let tag = tags.get(name);
    if (tag === undefined) tags.set(name, (tag = tags.size));
    const parent = above.length ? above[above.length - 1] : null;
    numbers[at] = tag;
    numbers[at + 1] = lengthOf.call(attributesOf.call(element));
    numbers[at + 2] = HIDDEN;
    let undrawn = parent !== null && parent.undrawn;
    let clipped = 0;
    const style = undrawn ? null : getComputedStyle(element);
    if (style !== null && style.display === "none") undrawn = true;
    if (undrawn) {
      numbers.fill(NO_BOX, at + 3, at + 7);
    } else {
      const { left, top, right, bottom } = boxOf.call(element);
      numbers[at + 3] = pixels(left + x);
      numbers[at + 4] = pixels(top + y);
      numbers[at + 5] = pixels(right - left);
      numbers[at + 6] = pixels(bottom - top);
      numbers[at + 7] = pixels(100 * parseFloat(style.fontSize));
      numbers[at + 8] = pixels(+style.fontWeight);
      numbers[at + 9] = colour(style.backgroundColor);
      numbers[at + 10] = colour(style.color);
      const { position } = style;
      clipped = parent === null ? 0 : parent.clipped;
      if (position === "fixed" || (position === "absolute" && clipped === 1)) clipped = 0;
      const small = (right - left <= 1 || bottom - top <= 1) && style.display !== "inline" && style.display !== "contents";
      if ((small && /hidden|clip/.test(style.overflow)) || /^rect\((0px|1px), \1, \1, \1\)$/.test(style.clip)) {
        clipped = position === "static" ? 1 : 2;
      }
      const shown =
        style.visibility === "visible" && clipped === 0 && numbers[at + 7] !== 0 &&
        !(parseFloat(style.textIndent) <= INDENT) && !unreachable(left + x, top + y, right + x, bottom + y);
      if (shown) {
        numbers[at + 2] = 0;
        for (let i = above.length; i-- > 0 && numbers[FIELDS * above[i].number + 2]; ) {
          numbers[FIELDS * above[i].number + 2] = 0;
        }
      }
    }
    if (walker.firstChild()) {
      above.push({ number: count, undrawn, clipped });
    } else {
      while (!walker.nextSibling()) {
        if (!above.length || !walker.parentNode() || walker.currentNode === root) {
          more = false;
          break;
        }
        above.pop();
      }
    }
    count += 1;
  }

  const bytes = new Uint8Array(numbers.buffer, 0, 4 * FIELDS * count);
  const parts = [];
  for (let i = 0; i < bytes.length; i += 12288) {
    parts.push(btoa(String.fromCharCode.apply(null, bytes.subarray(i, i + 12288))));
  }
  result.tags = [...tags.keys()].join(" ");
  result.data = parts.join("");
  result.total = document.getElementsByTagName("*").length;
  result.drawn = count;
  return result;
}
