import type { components } from "#contract/schema.d.ts";

type Claim = components["schemas"]["Claim"];

export interface OwnClaim {
  claim: Claim;
  /** 1 for who claimed first. */
  place: number;
}

/** The user's own claim among all claims of an envelope, the latest first; null without one. */
export function findOwnClaim(claims: readonly Claim[]): OwnClaim | null {
  const index = claims.findIndex(({ isMine }) => isMine);
  const claim = claims[index];
  return claim === undefined ? null : { claim, place: claims.length - index };
}
