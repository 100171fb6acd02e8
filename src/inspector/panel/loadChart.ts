import { useEffect, useState } from "react";

const CHARTS = import.meta.glob<string>("/docs/charts/*.svg", { query: "?raw", import: "default" });

/** The drawn chart of that name without its colours, which are the panel's. Null if none is drawn. */
async function loadChart(name: string): Promise<SVGSVGElement | null> {
  const path = `/docs/charts/${name}.svg`;
  // An imported recording names charts, too.
  if (!Object.hasOwn(CHARTS, path)) return null;
  const text = await CHARTS[path]?.();
  if (text === undefined) return null;
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement as unknown as SVGSVGElement;
  svg.querySelector("style")?.remove();
  svg.querySelector("marker")?.setAttribute("id", `${name}-arrow`);
  for (const arrow of svg.querySelectorAll("path[marker-end]")) arrow.setAttribute("marker-end", `url(#${name}-arrow)`);
  return svg;
}

interface Marks {
  activeStates: readonly string[];
  /** Of the last event. */
  lastTransitions: readonly string[];
  takenTransitions: ReadonlySet<string>;
}

/** Sets `data-lit` and `data-taken` on states and transitions; the style sheet gives them colours. */
export function markChart(svg: SVGSVGElement, { activeStates, lastTransitions, takenTransitions }: Marks): void {
  for (const box of svg.querySelectorAll<SVGElement>("[data-state]")) {
    box.toggleAttribute("data-lit", activeStates.includes(box.dataset["state"] ?? ""));
  }
  for (const drawn of svg.querySelectorAll<SVGElement>("[data-transitions]")) {
    const ids = (drawn.dataset["transitions"] ?? "").split(" ");
    drawn.toggleAttribute(
      "data-lit",
      ids.some((id) => lastTransitions.includes(id)),
    );
    drawn.toggleAttribute(
      "data-taken",
      ids.some((id) => takenTransitions.has(id)),
    );
  }
}

/** Brings the box of a state to the middle of the frame that the chart is in. */
export function scrollToState(svg: SVGSVGElement, state: string): void {
  const boxes = [...svg.querySelectorAll<SVGElement>("[data-state]")];
  const box = boxes.find(({ dataset }) => dataset["state"] === state)?.getBoundingClientRect();
  const frame = svg.parentElement;
  if (box === undefined || frame === null) return;
  const { left, top } = frame.getBoundingClientRect();
  frame.scrollBy(
    box.left - left + (box.width - frame.clientWidth) / 2,
    box.top - top + (Math.min(box.height, frame.clientHeight) - frame.clientHeight) / 2,
  );
}

/** How many transitions the chart has. */
export function countTransitions(svg: SVGSVGElement): number {
  const ids = [...svg.querySelectorAll<SVGElement>("[data-transitions]")].flatMap(({ dataset }) =>
    (dataset["transitions"] ?? "").split(" "),
  );
  return new Set(ids).size;
}

type Drawn = { name: string; svg: SVGSVGElement | null } | null;

/** The drawn chart of that name, `svg` null where there is none; null while it loads. */
export function useChart(name: string | null): Drawn {
  const [drawn, setDrawn] = useState<Drawn>(null);
  useEffect(() => {
    if (name === null) return;
    let isWanted = true;
    const show = (svg: SVGSVGElement | null) => {
      if (isWanted) setDrawn({ name, svg });
    };
    loadChart(name).then(show, () => show(null));
    return () => {
      isWanted = false;
    };
  }, [name]);
  return drawn?.name === name ? drawn : null;
}
