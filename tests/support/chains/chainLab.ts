import type { CoinType } from "#domain/coins.ts";
import type { Chain, WalletProof } from "#server/chains/chain.ts";

export interface Payment {
  amountBase: bigint;
  reference?: string | null;
}

/** A funded wallet of a person. */
export interface LabWallet {
  readonly address: string;
  /** Another spelling of the same address, if the chain has one. */
  readonly otherSpelling: string;
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
  | { kind: "amount" | "sender" | "reference" | "leftOut" | "unlisted"; txId: string }
  | { kind: "invented"; like: string; txId: string }
  | { kind: "laterTimes" }
  /** It says that the treasury holds less than it does, by one base unit. */
  | { kind: "treasury" }
  /** It invents new blocks with final positions that no other endpoint has. */
  | { kind: "ahead" }
  /** It invents newer blocks than there are, and tells the truth of those that are there. */
  | { kind: "farAhead" }
  /** It lacks the newest blocks. */
  | { kind: "behind"; blocks: number }
  /** It has no block beyond the newest one of now. */
  | { kind: "still" };

export interface LabEndpoint {
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
  readonly endpoints: readonly [LabEndpoint, LabEndpoint];
  /** A third one, for what two cannot show. */
  readonly spare: LabEndpoint;
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
  /** Keeps only the first transfers of a transaction that is not final, if the chain can do so. */
  cutTransaction?(txId: string, count: number): Promise<void>;
  /** A wallet whose address differs from another's only in a letter's case, if that makes it another address. */
  createLookalike?(wallet: LabWallet): LabWallet;
  /** Changes the treasury's balance without a transfer, in the next block. */
  adjustTreasury(amountBase: bigint): Promise<void>;
  /** The id of a transaction that is on no chain. */
  createTxId(): string;
  /** Another spelling of a transaction's id, if the chain has one. */
  respellTxId(txId: string): string;
  stop(): Promise<void>;
}

/** Makes every endpoint honest, and none of them away. */
export function makeHonest({ endpoints, spare }: Pick<ChainLab, "endpoints" | "spare">): void {
  for (const endpoint of [...endpoints, spare]) {
    endpoint.setLie(null);
    endpoint.setAway(false);
  }
}
