/**
 * Tells a web client that frames the page that it is there: until then it shows its own loader over it. For a page that
 * was given no launch data, as the payment page by its link; with them the SDK says so.
 * @param origin of the client; null where the page is in no frame that may hold it
 */
export function sayReady(page: Pick<Window, "parent">, origin: string | null): void {
  if (origin === null) return;
  const events = [
    ["iframe_ready", { reload_supported: false }],
    ["web_app_ready", null],
  ] as const;
  for (const [eventType, eventData] of events) {
    page.parent.postMessage(JSON.stringify({ eventType, eventData }), origin);
  }
}
