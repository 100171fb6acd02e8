import { BlockList, isIP, isIPv4 } from "node:net";

/**
 * The IP address in what a socket or a proxy writes: alone, with a port, in brackets, with a zone, as IPv4 inside IPv6.
 * Lower case, IPv6 in its shortest form; null where there is none.
 */
export function readAddress(text: string | undefined): string | null {
  const bare = (text ?? "").trim().replace(/^"(.*)"$/, "$1");
  const inBrackets = /^\[([^[\]]+)\](?::[0-9]{1,5})?$/.exec(bare)?.[1];
  const [beforePort] = /^.+(?=:[0-9]{1,5}$)/.exec(bare) ?? [];
  // Eight groups and a port are no address; eight groups are one, so what is one as it stands has no port.
  const candidates = inBrackets === undefined ? [bare, beforePort ?? ""] : [inBrackets].filter(isIPv6Text);
  const address = candidates.find((candidate) => isIP(candidate) !== 0);
  return address === undefined ? null : shorten(address);
}

function isIPv6Text(text: string): boolean {
  return isIP(text) === 6;
}

function shorten(address: string): string {
  if (isIP(address) === 4) return address;
  const [withoutZone = ""] = address.split("%");
  const short = URL.parse(`http://[${withoutZone}]/`)?.hostname.slice(1, -1) ?? withoutZone;
  const [, high = "", low = ""] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === "") return short;
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join(".");
}

/** Whether an address, as sockets and proxies write it, is of a trusted proxy: an address or CIDR range of `TRUSTED_PROXIES`. */
export function createProxyCheck(trustedProxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = "", bits] = proxy.split("/");
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    const address = readAddress(text);
    return address !== null && list.check(address, familyOf(address));
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}
