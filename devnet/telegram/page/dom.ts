type Child = Node | string | null;
type Props = Readonly<Record<string, string | boolean | ((event: Event) => void) | null>>;

/** Builds an element. A function becomes a listener, `true` an empty attribute; null, false and "" children are left out. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== ""));
  return element;
}

const ICONS = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  send: "M4 12l16-8-6 17-3-7z",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  link: "M8 16L17 7M10 7h7v7",
  up: "M6 15l6-6 6 6",
} as const;

/** A line drawing in the colour of the text around it. */
export function icon(name: keyof typeof ICONS, size = 24): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}
