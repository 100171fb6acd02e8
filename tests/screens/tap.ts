import { commands } from "vitest/browser";

interface Point {
  target: Element;
  x: number;
  y: number;
}

/** Where a pointer reaches a control, once it stands in sight; undefined while something covers it. */
export function findPoint(control: HTMLElement): Point | undefined {
  // What a choice looks like is its label.
  const target = control.matches("[type=radio], [type=checkbox]") ? (findLabel(control) ?? control) : control;
  target.scrollIntoView({ block: "center", behavior: "instant" });
  const box = [...target.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  if (box === undefined) return undefined;
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  return target.contains(document.elementFromPoint(x, y)) ? { target, x, y } : undefined;
}

/** Presses it, and throws where the press has reached something else: the page has moved meanwhile. */
export async function tap({ target, x, y }: Point): Promise<void> {
  const hits: Node[] = [];
  const note = ({ target: hit }: Event): void => {
    if (hit instanceof Node) hits.push(hit);
  };
  window.addEventListener("pointerdown", note, { capture: true });
  // The browser counts from the corner of the window around this page.
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth);
  const scale = frame.width / window.innerWidth;
  await commands.tapAt(frame.left + x * scale, frame.top + y * scale);
  window.removeEventListener("pointerdown", note, { capture: true });
  if (!hits.some((hit) => target.contains(hit))) throw new Error(`the press missed ${target.outerHTML}`);
}

function findLabel(control: HTMLElement): HTMLElement | undefined {
  return (control as HTMLInputElement).labels?.[0];
}
