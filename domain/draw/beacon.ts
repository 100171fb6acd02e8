/** A chain of drand's beacon whose rounds are signed apart (`bls-unchained-g1-rfc9380`): keys on G2, signatures on G1. */
export interface BeaconChain {
  /** Hex; it is part of every relay's addresses. */
  hash: string;
  /** Hex of 96 bytes. */
  publicKey: string;
  /** When round 1 is spoken, in seconds since 1970. */
  genesisS: number;
  periodS: number;
}

/**
 * The main network's fast chain, 12 of whose 22 nodes together make a round. Source: https://api.drand.sh/v2/beacons/quicknet/info,
 * as captured on 2026-09-17; launched 2023-08-23, see https://docs.drand.love/blog/2023/10/16/quicknet-is-live.
 */
export const QUICKNET: BeaconChain = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesisS: 1_692_803_367,
  periodS: 3,
};

/** When a round is spoken: nobody, its nodes together excepted, knows it before. */
export function timeOfRound({ genesisS, periodS }: BeaconChain, round: number): Date {
  return new Date((genesisS + (round - 1) * periodS) * 1_000);
}

/** The first round that is spoken at a time or after it. */
export function findRoundFrom({ genesisS, periodS }: BeaconChain, time: Date): number {
  const sinceMs = time.getTime() - genesisS * 1_000;
  return Math.max(1, Math.ceil(sinceMs / (periodS * 1_000)) + 1);
}
