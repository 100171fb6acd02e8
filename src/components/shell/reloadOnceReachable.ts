/**
 * Begins the page anew where the server can be reached; without one, the browser's own error page would take the app's
 * place. What was typed is kept in the drafts.
 */
export async function reloadOnceReachable({ fetch, location }: Pick<Window & typeof globalThis, "fetch" | "location">) {
  try {
    await fetch("/", { method: "HEAD", cache: "no-store" });
  } catch {
    return;
  }
  location.reload();
}
