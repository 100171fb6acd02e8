/**
 * Where a wallet is bound, and the way back from there.
 * @param path path and query of the page to come back to
 */
export function buildBindingPath(path: string): string {
  return `/addWallet?${new URLSearchParams({ redirect: path }).toString()}`;
}
