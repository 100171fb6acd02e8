/**
 * Where the security code is set, and the way back from there.
 * @param path path and query of the page to come back to
 */
export function buildCodePath(path: string): string {
  return `/updateCode?${new URLSearchParams({ redirect: path }).toString()}`;
}

/**
 * Where the security code is recovered, and the way back from there.
 * @param path path and query of the page to come back to
 */
export function buildRecoveryPath(path: string): string {
  return `/updateCode?${new URLSearchParams({ forgotten: "1", redirect: path }).toString()}`;
}

/**
 * Where the email is set, and the way back from there.
 * @param path path and query of the page to come back to
 */
export function buildEmailPath(path: string): string {
  return `/updateEmai?${new URLSearchParams({ redirect: path }).toString()}`;
}
