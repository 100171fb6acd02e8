import { LIMITS, ofIp, ofUser, type Scope } from "#server/limits/limits.ts";

/** The scopes of a passphrase try: both the address and the person are counted. */
export interface AttemptScopes {
  ip: Scope;
  user: Scope;
}

export function toAttemptScopes(tgUserId: bigint, ip: string): AttemptScopes {
  return { ip: ofIp(LIMITS.wrongPassphrasesOfIp, ip), user: ofUser(LIMITS.wrongPassphrasesOfUser, tgUserId) };
}
