import { formatIconSprite } from "../../scripts/vite/formatIconSprite.ts";

const files = import.meta.glob<string>("/src/icons/*.svg", { query: "?raw", import: "default", eager: true });

/** Puts the icons into a page that did not come from index.html. */
export function mountIconSprite(): void {
  if (document.getElementById("icon-home") !== null) return;
  const icons = Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ""), svg]);
  document.body.insertAdjacentHTML("afterbegin", formatIconSprite(Object.fromEntries(icons)));
}
