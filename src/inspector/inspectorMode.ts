import { INSPECT } from "./isInspected.ts";

/** `live` can send events and write files; `readonly` only shows. */
export type InspectorMode = "live" | "readonly";

/** What the server allows. */
export function readInspectorMode({ document }: Window): InspectorMode {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${INSPECT}]`);
  return meta?.content === "readonly" ? "readonly" : "live";
}

/** Whether the tab's next starts are inspected. */
export function rememberInspector(page: Window, isWanted: boolean): void {
  try {
    if (isWanted) page.sessionStorage.setItem(INSPECT, "");
    else page.sessionStorage.removeItem(INSPECT);
  } catch {
    // Where storage is denied, each address has to ask.
  }
}
