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
  return { ip: { name: `ip:${ip}`, most: 300 }, user: { name: `user:${tgUserId}`, most: 10 } };
}
