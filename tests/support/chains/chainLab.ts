import type { CoinType } from "#domain/coins.ts";
import type { Chain, WalletProof } from "#server/chains/chain.ts";

export interface Payment {
  amountBase: bigint;
  reference?: string | null;
}

/** A funded wallet of a person. */
export interface LabWallet {
  readonly address: string;
  readonly sign: (challenge: { challengeId: string; message: string }) => Promise<WalletProof>;
  /**
   * Sends one transaction with a transfer to the treasury for each payment, and returns its id. It is included when the
   * chain advances.
   */
  pay(...payments: readonly Payment[]): Promise<string>;
  /** Pays the treasury by a transaction that nobody can read, and returns what it is called then. */
  payUnreadably(amountBase: bigint): Promise<string>;
}

/**
 * A lie of one endpoint. `invented` copies a transaction under an id that is on no chain. What is `unlisted` is told to who
 * asks for it by its id.
 */
export type Lie =
  | { kind: "amount" | "sender" | "reference" | "unlisted"; txId: string }
  | { kind: "invented"; like: string; txId: string }
  | { kind: "laterTimes" }
  /** It invents new blocks with final positions that no other endpoint has. */
  | { kind: "ahead" }
  /** It invents newer blocks than there are, and tells the truth of those that are there. */
  | { kind: "farAhead" }
  /** It lacks the newest blocks. */
  | { kind: "behind"; blocks: number };

export interface LabEndpoint {
  readonly url: string;
  /** null makes the endpoint honest. */
  setLie(lie: Lie | null): void;
  setAway(isAway: boolean): void;
}

/** A lab whose treasury can be replaced by that of another key. */
export interface RotatingLab extends ChainLab {
  /** Connects to both endpoints with the next treasury, which holds little, and this one as the former. */
  connectSuccessor(): Promise<Chain>;
}

/** A chain that a test controls, and its endpoints. A transfer is final with its third block. */
export interface ChainLab {
  readonly coinType: CoinType;
  /** Whether a payment can name its order. */
  readonly hasReferences: boolean;
  /** Whether one transaction can contain several transfers. */
  readonly hasSeveralTransfers: boolean;
  /** Whole coins for each coin of the suite's amounts, where these are below what the coin's limits allow. */
  readonly amountScale?: bigint;
  /** Whether a transaction's id binds its sender and its amount, so that no endpoint can lie about them. */
  readonly hasBindingIds?: boolean;
  /** Blocks from that of a payout's transaction until it has ended for good, where these are more than finality takes. */
  readonly endingBlocks?: number;
  readonly endpoints: readonly [LabEndpoint, LabEndpoint];
  /** What a payout to a new wallet is agreed to cost, as the server quotes it, and one of the usual size before that. */
  readonly feeBase: bigint;
  readonly grossBase: bigint;
  /** A new connection, which asks the given endpoints in this order. */
  connect(...endpoints: readonly LabEndpoint[]): Promise<Chain>;
  createWallet(): Promise<LabWallet>;
  /** The address of a wallet that is not on the chain yet; another one for each seed. */
  createReceiver(seed: string): string;
  readBalance(address: string): bigint | Promise<bigint>;
  /** Adds blocks, each a second later. */
  advance(blocks: number): Promise<void>;
  /** The nodes lose the transactions that are in no block. */
  forget(): Promise<void>;
  /** Replaces the newest blocks by as many empty ones, and forgets their transactions. */
  drop(blocks: number): Promise<void>;
  /** Sends a dropped transaction again. */
  sendAgain(txId: string): Promise<void>;
  /** Changes the treasury's balance without a transfer, in the next block. */
  adjustTreasury(amountBase: bigint): Promise<void>;
  /** The id of a transaction that is on no chain. */
  createTxId(): string;
  stop(): Promise<void>;
}

/** Makes every endpoint honest, and none of them away. */
export function makeHonest({ endpoints }: Pick<ChainLab, "endpoints">): void {
  for (const endpoint of endpoints) {
    endpoint.setLie(null);
    endpoint.setAway(false);
  }
}
