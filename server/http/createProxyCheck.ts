import { BlockList, isIPv4 } from "node:net";
import { readAddress } from "#server/limits/readAddress.ts";

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
