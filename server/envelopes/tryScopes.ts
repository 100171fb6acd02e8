export interface TryScope {
  name: string;
  /** Wrong tries within a minute; the last of them shuts the scope. */
  most: number;
}

/** Who tries a passphrase: both the address and the person are counted. */
export interface TryScopes {
  ip: TryScope;
  user: TryScope;
}

export function toTryScopes(tgUserId: bigint, ip: string): TryScopes {
  return { ip: { name: `ip:${toNetwork(ip)}`, most: 300 }, user: { name: `user:${tgUserId}`, most: 10 } };
}

/** An IPv4 address, or the first half of an IPv6 one: a single customer holds the whole of the other half. */
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
