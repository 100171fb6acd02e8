import type { CoinType } from "#domain/coins.ts";

/** Transactions of a flood: most are worth less than anything that can be sent, as many cost an attacker the least. */
export type FloodKind = "dust" | "least" | "naming";

/** A local chain with an attacker and an honest payer. */
export interface FloodNode {
  readonly coinType: CoinType;
  /** Of two endpoints. */
  readonly urls: readonly string[];
  readonly treasuryAddress: string;
  readonly payerAddress: string;
  /** Sends transactions of strangers, of these kinds in turn. They are in blocks then. */
  flood(count: number): Promise<void>;
  /** Sends the honest payment, which the next block holds. */
  pay(amountBase: bigint, reference: string | null): Promise<void>;
  /** Adds a block. */
  advance(): Promise<void>;
  stop(): Promise<void>;
}

const KINDS: readonly FloodKind[] = ["dust", "dust", "least", "naming"];

export function chooseKind(place: number): FloodKind {
  return KINDS[place % KINDS.length] ?? "dust";
}
