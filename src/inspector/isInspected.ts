/** Names the `<meta>` by which the server allows the inspector, the query's parameter that asks for it, and the tab's note of it. */
export const INSPECT = "inspect";

/** Whether this tab is inspected: allowed by the server, and asked for at this start or a former one. */
export function isInspected(page: Window): boolean {
  if (!import.meta.env.DEV && page.document.querySelector(`meta[name=${INSPECT}]`) === null) return false;
  try {
    return page.location.search.includes(INSPECT) || INSPECT in page.sessionStorage;
  } catch {
    // Where storage is denied, each address has to ask.
    return false;
  }
}
