import type { Limit } from "./limit.ts";

/** A limit for one person or one network. */
export interface Scope {
  limit: Limit;
  name: string;
}

export function ofUser(limit: Limit, tgUserId: bigint): Scope {
  return { limit, name: `${limit.name}:${tgUserId}` };
}

/** A scope of anything but a person or a network. `id` is opaque. */
export function ofId(limit: Limit, id: string): Scope {
  return { limit, name: `${limit.name}:${id}` };
}

export function ofIp(limit: Limit, ip: string): Scope {
  return { limit, name: `${limit.name}:${toNetwork(ip)}` };
}

/** An IPv4 address, or the first half of an IPv6 one: one customer owns the whole second half. */
function toNetwork(ip: string): string {
  const address = ip.toLowerCase().replace(/^::ffff:(?=[0-9.]+$)/, "");
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const tailLength = tail === undefined || tail === "" ? 0 : tail.split(":").length;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - tailLength);
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...(tail ?? "").split(":")];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
