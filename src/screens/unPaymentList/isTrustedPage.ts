/** Hosts of this machine itself: they need no certificate, and no other server can answer. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether the page is really on an official host, over https or on this machine itself. */
export function isTrustedPage(
  { host, hostname, protocol }: Pick<Location, "host" | "hostname" | "protocol">,
  officialDomains: readonly string[],
): boolean {
  const isOfficial = officialDomains.includes(host) || officialDomains.includes(hostname);
  return isOfficial && (protocol === "https:" || LOCAL_NAMES.has(hostname));
}
