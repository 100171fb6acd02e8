import { giveUniqueNames } from "./giveUniqueNames.ts";
import type { Candidate } from "./picture.ts";
import { draw } from "./draw.ts";

/** React's ids, and digits: another amount or time does not make another picture. */
const VOLATILE = /_r_\w+_|\d+/gu;

/** Laid out as in the window, so that what is measured is there, but never seen. */
const OUT_OF_SIGHT = "position: fixed; inset: 0; overflow: hidden; visibility: hidden";

/** One picture for each look among the candidates, the first that has it, named by state and what sets it apart. */
export async function listPictures(
  candidates: readonly Candidate[],
): Promise<readonly (Candidate & { name: string })[]> {
  const container = document.createElement("div");
  container.inert = true;
  container.style.cssText = OUT_OF_SIGHT;
  document.body.append(container);
  const seen = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const clear = await draw(candidate.node, container);
    const look = readLook(container);
    await clear();
    if (!seen.has(look)) seen.set(look, candidate);
  }
  container.remove();
  return giveUniqueNames([...seen.values()]);
}

/** The page's markup, with what a person typed only as there or not. */
function readLook(container: HTMLElement): string {
  for (const input of container.querySelectorAll("input[value]")) {
    if (input.getAttribute("type") !== "radio" && input.getAttribute("value") !== "") input.setAttribute("value", "…");
  }
  return container.innerHTML.replaceAll(VOLATILE, "0");
}
