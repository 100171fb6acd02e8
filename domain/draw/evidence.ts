import type { CoinType } from "../coins.ts";
import type { BeaconChain } from "./beacon.ts";
import type { FairnessRecord } from "./canonicalFairness.ts";
import type { DrawKey } from "./drawKey.ts";
import type { DrawProof, DrawRoot } from "./drawRoot.ts";

/** All that proves the draws of an envelope to somebody who trusts nobody; nothing of it is secret to who may see its list. */
export interface DrawEvidence {
  about: "hongbao.evidence.1";
  beacon: BeaconChain;
  envelopeId: string;
  coinType: CoinType;
  /** Hex: the root of its shares, shown before the first entry. */
  commitment: string;
  /** Shares. */
  count: number;
  /** Whole-coin decimal; null if the viewer may not know it. */
  totalAmount: string | null;
  /** Whose entries are closed, the first first; each draws from the slots that those before it left. */
  windows: EvidenceWindow[];
  /** What was won, in the order of the claims; null if the viewer may not know it. */
  shares: EvidenceShare[] | null;
  /** All shares with the salt of the draw; null until the end. */
  revealed: Pick<FairnessRecord, "salt" | "shares"> | null;
  /** Those of the months of its entries and roots. */
  keys: DrawKey[];
}

/** One draw. */
export interface EvidenceWindow {
  round: number;
  /** ISO 8601. */
  closesAt: string;
  /** By place. */
  entryIds: string[];
  /** Of the round, hex; null while it is not there, and for ever where the beacon was silent for a day. */
  signature: string | null;
  isUndrawn: boolean;
  /** Null where none was published, or a year has passed. */
  root: DrawRoot | null;
  /** Of this draw under the root. */
  proof: DrawProof | null;
}

/** A share that somebody won, as a leaf of the commitment. */
export interface EvidenceShare {
  entryId: string;
  slot: number;
  /** Whole-coin decimal. */
  amount: string;
  /** Hex: of this leaf. */
  salt: string;
  /** Hex, the lowest first. */
  path: string[];
  /** The name that is shown with the claim. */
  name: string;
}
