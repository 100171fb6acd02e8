/**
 * The origin that we speak to when we are in a frame: the one around us if it may embed the app, else the first allowed.
 * @param allowed origins from `<meta name="messenger-origins">`
 * @param embedder origin of the page around us, null where the browser does not say
 */
export function chooseTargetOrigin(allowed: readonly string[], embedder: string | null): string | null {
  if (embedder !== null && allowed.includes(embedder)) return embedder;
  return allowed[0] ?? null;
}
