type Child = Node | string | null;
type Props = Readonly<Record<string, string | boolean | ((event: Event) => void) | null>>;

/**
 * Builds an element. A function becomes a listener, `true` an empty attribute; null, false and "" children are skipped.
 */
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
  back: "M20 12H5M11 5.5L4.5 12l6.5 6.5",
  close: "M6 6l12 12M18 6L6 18",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  lines: "M4 6.5h16M4 12h16M4 17.5h16",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20",
  pencil: "M5 19l1-4L16.5 4.5l3 3L9 18zM14.5 6.5l3 3",
  smile: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9 9.5v.5M15 9.5v.5M8.3 14.2c1.8 2.4 5.6 2.4 7.4 0",
  clip: "M18 11.5l-6.8 6.8a4 4 0 0 1-5.7-5.7l7.3-7.3a2.7 2.7 0 0 1 3.8 3.8l-7 7a1.3 1.3 0 0 1-1.9-1.9l6.3-6.2",
  mic: "M12 3.5a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3",
  plane: "M4 4.5l17 7.5-17 7.5 2.5-7.5zM6.5 12H13",
  ticks: "M1.5 12.5l4.5 4.5L15 7.5M11 15.5l1.5 1.5L22 7.5",
  app: "M4 5.5h16v10H4zM9 19.5h6M12 15.5v4",
  reload: "M19 12a7 7 0 1 1-2.2-5.1M19.5 4v4h-4",
  settings: "M4 8h9M17 8h3M4 16h3M11 16h9M15 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 14a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  minimise: "M6 13l6 6 6-6M12 19V5",
  robot: "M5 9h14v10H5zM12 9V5M9 13v1M15 13v1M2.5 13v3M21.5 13v3",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  phone: "M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2",
  link: "M8 16L17 7M10 7h7v7",
  up: "M6 15l6-6 6 6",
} as const;

export type IconName = keyof typeof ICONS;

/** A line drawing in the colour of the surrounding text. */
export function icon(name: IconName, size = 24): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon", `icon-${name}`);
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}
