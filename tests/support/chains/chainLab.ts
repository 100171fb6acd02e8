import type { CoinType } from "#domain/coins.ts";
import type { Chain, WalletProof } from "#server/chains/chain.ts";

export interface Payment {
  amountBase: bigint;
  reference?: string | null;
}

/** A funded wallet of a person. */
export interface LabWallet {
  readonly address: string;
  /** Another spelling of the same address, where the chain has one. */
  readonly otherSpelling: string;
  readonly sign: (challenge: { challengeId: string; message: string }) => Promise<WalletProof>;
  /** Sends one transaction with a transfer to the treasury for each payment, and answers its id. It waits for the chain to advance. */
  pay(...payments: readonly Payment[]): Promise<string>;
}

/** What one endpoint tells against the truth. `invented` is a transaction like another one, which is on no chain. */
export type Lie =
  | { kind: "amount" | "sender" | "reference" | "leftOut"; txId: string }
  | { kind: "invented"; like: string; txId: string }
  | { kind: "laterTimes" }
  /** It tells a chain that goes on, with final positions that nobody else has. */
  | { kind: "ahead" }
  /** It has not seen the newest blocks. */
  | { kind: "behind"; blocks: number };

export interface LabEndpoint {
  /** Honest for null. */
  tell(lie: Lie | null): void;
  setAway(isAway: boolean): void;
}

/** A chain that a test moves, and two endpoints that tell of it. A transfer is final with its third block. */
export interface ChainLab {
  readonly coinType: CoinType;
  /** Whether a payment can name its order. */
  readonly hasReferences: boolean;
  /** Whether one transaction can hold several transfers. */
  readonly hasSeveralTransfers: boolean;
  readonly endpoints: readonly [LabEndpoint, LabEndpoint];
  /** A new connection, which asks the given endpoints in this order. */
  connect(...endpoints: readonly LabEndpoint[]): Promise<Chain>;
  createWallet(): Promise<LabWallet>;
  /** Adds blocks, each a second later by the clock. */
  advance(blocks: number): Promise<void>;
  /** Replaces the newest blocks by as many empty ones, and forgets their transactions. */
  drop(blocks: number): Promise<void>;
  /** Sends a transaction that was dropped again. */
  sendAgain(txId: string): Promise<void>;
  /** Keeps only the first transfers of a transaction that is not final, where the chain can do so. */
  cutTransaction?(txId: string, count: number): Promise<void>;
  /** A wallet whose address differs from another's in the case of a letter alone, where that makes it another address. */
  createLookalike?(wallet: LabWallet): LabWallet;
  /** Changes what the treasury holds without a transfer, with the next block. */
  adjustTreasury(amountBase: bigint): Promise<void>;
  /** The id of a transaction that is on no chain. */
  createTxId(): string;
  /** Another spelling of a transaction's id, where the chain has one. */
  respellTxId(txId: string): string;
  stop(): Promise<void>;
}
