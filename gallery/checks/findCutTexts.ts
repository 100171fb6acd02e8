/** Smaller texts are unreadable. */
const READABLE_PX = 8;

/** Rounding of boxes and glyphs. */
const TOLERANCE_PX = 1;

const CUTTING = new Set(["hidden", "clip"]);
const SCROLLING = new Set(["auto", "scroll"]);

/** Texts of the page that are not fully readable: too small, outside of the page, clipped by a box, or in pieces. One line each. */
export function findCutTexts(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`the page is ${String(scrollWidth - clientWidth)} px too wide`] : [];
  return [...wide, ...listTextNodes().flatMap((node) => findCut(node)), ...findPieces()];
}

/** Sentences with a name in a `bdi` whose box is a grid or a flex box, which lays out the name apart from the words around it. */
function findPieces(): string[] {
  const sentences = [...document.querySelectorAll("bdi")].map(({ parentElement }) => parentElement ?? document.body);
  return sentences
    .filter((box) => isShown(box) && /grid|flex/u.test(getComputedStyle(box).display))
    .map((box) => `in pieces: “${box.textContent}”`);
}

function listTextNodes(): Text[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const parent = node.parentElement;
    if (node.data.trim() !== "" && parent !== null && isShown(parent)) nodes.push(node);
  }
  return nodes;
}

function isShown(element: Element): boolean {
  if (element.closest("script, style, template, .visually-hidden, select") !== null) return false;
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

function findCut(node: Text): string[] {
  const parent = node.parentElement;
  if (parent === null) return [];
  if (Number.parseFloat(getComputedStyle(parent).fontSize) < READABLE_PX) return [`too small: “${node.data}”`];
  const range = document.createRange();
  range.selectNodeContents(node);
  let { left, right, top, bottom } = range.getBoundingClientRect();
  for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
    const style = getComputedStyle(box);
    const frame = box.getBoundingClientRect();
    // The content of a scrolling box can be reached wherever the box itself is visible.
    if (SCROLLING.has(style.overflowX)) ({ left, right } = frame);
    if (SCROLLING.has(style.overflowY)) ({ top, bottom } = frame);
    const isCutAcross =
      CUTTING.has(style.overflowX) && (left < frame.left - TOLERANCE_PX || right > frame.right + TOLERANCE_PX);
    const isCutDown =
      CUTTING.has(style.overflowY) && (top < frame.top - TOLERANCE_PX || bottom > frame.bottom + TOLERANCE_PX);
    if (isCutAcross || isCutDown)
      return [`cut ${isCutAcross ? "across" : "down"} by <${describe(box)}>: “${node.data}”`];
    if (style.position === "fixed") break;
  }
  const isOut = left < -TOLERANCE_PX || right > document.documentElement.clientWidth + TOLERANCE_PX;
  if (isOut) return [`out of the page: “${node.data}”`];
  const block = findBlock(parent);
  const hasSpilled = block.clientWidth > 0 && block.scrollWidth > block.clientWidth + TOLERANCE_PX;
  return hasSpilled ? [`spills out of <${describe(block)}>: “${node.data}”`] : [];
}

function findBlock(element: Element): Element {
  let block = element;
  while (getComputedStyle(block).display === "inline" && block.parentElement !== null) block = block.parentElement;
  return block;
}

function describe(element: Element): string {
  const className = element.getAttribute("class");
  return element.tagName.toLowerCase() + (className === null ? "" : ` class="${className}"`);
}
