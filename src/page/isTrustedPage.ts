/** Hosts of this machine itself: they need no certificate, and no other server can answer. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Every name below localhost belongs to this machine as well. */
function toLocalName(name: string): string {
  return name.replace(/^[a-z0-9-]+\.(?=localhost(?:$|:))/u, "");
}

/** Whether the page is really on an official host, over https or on this machine itself. */
export function isTrustedPage(
  { host, hostname, protocol }: Pick<Location, "host" | "hostname" | "protocol">,
  officialDomains: readonly string[],
): boolean {
  const name = toLocalName(hostname);
  const isOfficial = officialDomains.includes(toLocalName(host)) || officialDomains.includes(name);
  return isOfficial && (protocol === "https:" || LOCAL_NAMES.has(name));
}
