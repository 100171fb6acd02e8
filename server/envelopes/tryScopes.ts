import { LIMITS } from "#server/limits/limit.ts";
import { ofIp, ofUser, type Scope } from "#server/limits/scope.ts";

/** Who tries a passphrase: both the address and the person are counted. */
export interface TryScopes {
  ip: Scope;
  user: Scope;
}

export function toTryScopes(tgUserId: bigint, ip: string): TryScopes {
  return { ip: ofIp(LIMITS.wrongPassphrasesOfIp, ip), user: ofUser(LIMITS.wrongPassphrasesOfUser, tgUserId) };
}
