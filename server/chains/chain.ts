import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { Random } from "#server/random.ts";
import type { ProvenAccount } from "./formatAccount.ts";

type PaymentSigning = components["schemas"]["PaymentSigning"];
export type WalletProof = components["schemas"]["WalletProof"];

/** `id` is the network's CAIP-2 id; `name` is shown to people. */
export interface Network {
  readonly id: string;
  readonly name: string;
}

/** An address in the chain's usual form, and the form in which two spellings of it are equal. */
export interface ChainAddress {
  address: string;
  addressKey: string;
}

/** A transfer of the chain's own coin to the treasury. */
export interface ChainTransfer {
  /** The transaction's id, as `parseTxId` writes it. */
  txHash: string;
  /** Tells several transfers of one transaction apart. */
  index: number;
  from: string;
  /** Base units. */
  amountBase: bigint;
  /** What the payment carries to name its order, or null. */
  reference: string | null;
  position: bigint;
  /** Names the block, or null on a chain whose blocks have no names. */
  ref: string | null;
  time: Date;
}

export interface Head {
  position: bigint;
  time: Date;
}

/** What the treasury holds at a position, in base units. */
export interface Holding {
  position: bigint;
  balanceBase: bigint;
}

/** One step of reading the chain. Positions are included at both ends. */
export interface ScannedPart {
  kind: "part";
  first: bigint;
  last: bigint;
  /** The newest position of the chain. */
  head: bigint;
  /** All transfers between `first` and `last`: another stored one of these positions has left the chain. */
  transfers: readonly ChainTransfer[];
  /** The newest position that settles money, by the endpoint that was read. */
  final: bigint;
  /** Whether the next step can follow at once. */
  hasMore: boolean;
}

/**
 * `unchanged`: nothing new since the last step. `shorter`: the chain ends before the settled position, and is read
 * again from its newest final position. `moved`: the chain changed while it was read; the next step starts anew.
 */
export type Scan =
  | ScannedPart
  | { kind: "unchanged" }
  | { kind: "shorter"; head: bigint; final: bigint }
  | { kind: "moved" };

/** Reads a chain step by step, and notices blocks that were replaced. */
export interface Scanner {
  /** Reads on after `settled`, the position up to which everything is settled. */
  read(settled: bigint): Promise<Scan>;
  /** Takes it that the transfers of the last step are stored. Without this, the next step reads them again. */
  keep(): void;
  /**
   * The block at a position that was kept and is not settled yet: undefined where none was, null on a chain whose
   * blocks have no names.
   */
  readRef(position: bigint): string | null | undefined;
  /** Makes the next step ask for final positions even if the chain has nothing new. */
  lookAgain(): void;
  /** Makes the next step read everything after the settled position again. */
  startOver(): void;
}

/**
 * The result of the second reading at settlement: the endpoints agree on the block and on its transfer (null: it has
 * none), or they disagree.
 */
export type TransferConfirmation =
  | { kind: "agreed"; ref: string | null; transfer: ChainTransfer | null }
  | { kind: "disputed"; reason: string };

export type PositionConfirmation =
  | { kind: "agreed"; ref: string | null; time: Date }
  | { kind: "disputed"; reason: string };

export interface ChallengeValues {
  /** The app's own address, as people see it in their browser. */
  publicUrl: string;
  /** null where the wallet names its address with the proof. */
  address: string | null;
  account: ProvenAccount;
  /** At least 8 letters or digits. */
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** What a wallet has to pay. */
export interface PayableOrder {
  from: string;
  to: string;
  /** Base units. */
  amountBase: bigint;
  reference: string | null;
}

export interface PaymentTerms {
  /** Base units. */
  maxFeeBase: bigint;
  signing: PaymentSigning;
}

/** What is known of a chain without asking it. */
export interface ChainFacts {
  readonly coinType: CoinType;
  /** In the chain's usual form. */
  readonly treasuryAddress: string;
  /** Confirmations, the transfer's own block included, after which a transfer may be final. */
  readonly confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  readonly explorerTx: string | null;
  /** The settings that name endpoints and treasury, for messages to the operator. */
  readonly settings: { readonly endpoints: string; readonly treasury: string };
  /** A network's name for people; the id itself for an unknown one. */
  readonly nameNetwork: (networkId: string) => string;
  /** A transaction's id in the form in which transfers are stored. Null for any other text. */
  readonly parseTxId: (text: string) => string | null;
  /** Confirmations that a transfer has when the chain has come to `head`, its own block included. */
  readonly countConfirmations: (position: bigint, head: bigint) => number;
}

/**
 * One chain, as the rest of the server sees it, over any of several endpoints. A position is a whole number that only
 * the chain itself reads: of two transfers, the later one has the higher position. Nothing may lie at a position: the
 * chain then answers for the newest block up to it. Every method that asks the chain rejects with ChainUnavailable while
 * no endpoint answers.
 */
export interface Chain extends ChainFacts {
  readonly network: Network;
  /** A development chain, whose node may forget blocks and may know no final ones. */
  readonly isLocal: boolean;

  /** An address that people may pay from, or null for a wrong form, an address without a key, and the treasury. */
  parsePayer(text: string): ChainAddress | null;
  /** Whether an address has a key that signs its payments: false for a contract. */
  canSign(address: string): Promise<boolean>;
  /** Whether the wallet names its address with the proof, while it connects; else the challenge names it. */
  readonly bringsAddressWithProof: boolean;
  /** The text or payload that a wallet signs to prove its address. */
  writeChallenge(values: ChallengeValues): string;
  /** Whether the proof is of this address over this challenge. Throws nothing on a malformed proof. */
  isProof(challenge: string, proof: WalletProof, address: string): Promise<boolean>;

  /** What a payment carries to name its order, or null where the chain has nothing of the kind. */
  createReference(random: Random): string | null;
  buildPayment(order: PayableOrder): Promise<PaymentTerms>;
  /** Base units, at most a few seconds old. */
  readBalance(address: string): Promise<bigint>;

  readHead(): Promise<Head>;
  createScanner(): Scanner;
  /** The newest position that settles money, as all of two endpoints have it, where two are configured. */
  readFinal(): Promise<bigint>;
  /** Reads a transfer anew for its settlement, from two endpoints where two are configured. */
  confirmTransfer(transfer: { txHash: string; index: number; position: bigint }): Promise<TransferConfirmation>;
  /** Reads a final position's block and time anew, from two endpoints where two are configured. */
  confirmPosition(position: bigint): Promise<PositionConfirmation>;
  /** The block at a position as one endpoint has it, or null where the chain does not reach so far or names no blocks. */
  readRefAt(position: bigint): Promise<string | null>;
  /** Names the chain itself: the id of its first block. */
  readGenesis(): Promise<string>;
  /**
   * What the treasury holds at a settled position, or at the newest final one where the chain tells no older balances.
   * Null where it cannot be read or the endpoints disagree.
   */
  readTreasury(position: bigint): Promise<Holding | null>;
  /**
   * Transfers to the treasury that contracts made at a position. Left out where the scanner finds them, and only for a
   * chain of numbered blocks that tells older balances. Null where they cannot be read or the endpoints disagree.
   */
  readInternalTransfers?(position: bigint): Promise<readonly ChainTransfer[] | null>;
}
