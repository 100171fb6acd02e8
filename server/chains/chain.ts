import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { Random } from "#server/random.ts";
import type { ProvenAccount } from "./proving.ts";
import type { PayoutRoute } from "./payoutRoute.ts";
import type { StrictestHead } from "./strictestHead.ts";

type PaymentSigning = components["schemas"]["PaymentSigning"];
export type WalletProof = components["schemas"]["WalletProof"];

/**
 * What a proof says of an address: `proven`; `foreign`, by another key or for another text; `unsupported`, a contract's;
 * `clockOff`, made by the wallet's key at a time that cannot be.
 */
export type ProofVerdict = "proven" | "foreign" | "unsupported" | "clockOff";

/** `id` is the network's CAIP-2 id; `name` is shown to people. */
export interface Network {
  readonly id: string;
  readonly name: string;
}

/** An address in the chain's canonical form, and its key: equal for two spellings of one address. */
export interface ChainAddress {
  address: string;
  addressKey: string;
}

/** A transfer of the chain's own coin to the treasury. */
export interface ChainTransfer {
  /** The transaction's id, as `parseTxId` writes it. */
  txHash: string;
  /** Distinguishes several transfers of one transaction. */
  index: number;
  from: string;
  /** Base units. */
  amountBase: bigint;
  /** The reference by which the payment names its order, or null. */
  reference: string | null;
  /** What a wallet reports the payment as, where that is not `txHash` and the endpoints know it alike. */
  reportedAs?: string | null;
  position: bigint;
  /** Hash of the block, or null on a chain whose blocks have none. */
  ref: string | null;
  time: Date;
  /** Each reading of it, where endpoints tell several: then it has the earliest place and the largest amount of them. */
  told?: readonly ChainTransfer[];
}

/** A transaction that names the treasury and that no endpoint's answer lets us read. It is set aside for an operator. */
export interface UnreadTransaction {
  /** As `parseTxId` writes it. */
  txHash: string;
  position: bigint;
  /** In words, without secrets. */
  reason: string;
}

/** What one endpoint has in a range of positions. */
export interface RangeReading {
  /** All transfers to the treasury that can be read. */
  transfers: readonly ChainTransfer[];
  unread: readonly UnreadTransaction[];
}

/** What two endpoints list of a range, up to `last`. */
export interface ListedRange extends Compared {
  last: bigint;
}

/** What several endpoints have of the same. Each transfer is in one list alone. */
export interface Compared {
  /** Transfers that every asked endpoint has alike: what is final is settled. */
  agreed: readonly ChainTransfer[];
  /** Transfers that endpoints tell differently, or that one of them lacks. They move no money. */
  disputed: readonly ChainTransfer[];
  unread: readonly UnreadTransaction[];
}

/** Distinguishes a transfer from all others of its chain. */
export function nameArrival({ txHash, index }: Pick<ChainTransfer, "txHash" | "index">): string {
  return `${txHash} ${index}`;
}

export interface Head {
  position: bigint;
  /** No single host makes it later. Null where the hosts' times are more than a minute apart. */
  time: Date | null;
}

/** The treasury's balance at a position, in base units. */
export interface Holding {
  position: bigint;
  balanceBase: bigint;
  /**
   * What receiving cost the treasury since the earlier position, besides the fees of what it sent. Left out on a chain
   * where the sender pays all of it.
   */
  upkeepBase?: bigint;
}

/** A final transaction that left the treasury. */
export interface OutgoingTransaction {
  /** As `parseTxId` writes it. */
  txHash: string;
  to: string;
  /** The form in which two spellings of `to` are equal. */
  toKey: string;
  /** Base units that moved; 0 for one that failed or came back to the treasury. */
  amountBase: bigint;
  /** Base units that the network took. */
  feeBase: bigint;
  position: bigint;
  time: Date;
}

/** Two endpoints agree on the transaction (null: there is no such final one of the treasury), or they disagree. */
export type OutgoingReading =
  | { kind: "agreed"; transaction: OutgoingTransaction | null }
  | { kind: "disputed"; reason: string };

/** Transfers to the treasury that neither the scanner nor a list of arrivals has, and how they are found. */
export type Omitted =
  | { kind: "none" }
  /**
   * Those by contracts at a position, on a chain with numbered blocks and older balances. Null if they cannot be read or the
   * endpoints disagree.
   */
  | { kind: "internal"; readTransfers(position: bigint): Promise<readonly ChainTransfer[] | null> }
  /** Those of a transaction, as two endpoints have it alike: an index of an account's transactions may have holes. */
  | { kind: "unlisted"; findTransfers(txHash: string): Promise<readonly ChainTransfer[]> };

/** Transfers of a coin to the treasury of another coin of its network. */
export interface StrayListing {
  readonly coinType: CoinType;
  readonly listArrivals: Chain["listArrivals"];
}

/** One step of reading the chain. Positions are included at both ends. */
export interface ScannedPart extends RangeReading {
  kind: "part";
  first: bigint;
  last: bigint;
  /** The newest position of the chain. */
  head: bigint;
  /** All transfers from `first` to `last`: a stored transfer in this range that is missing here has left the chain. */
  transfers: readonly ChainTransfer[];
  /** Those of the range that are set aside; they hold up nothing. */
  unread: readonly UnreadTransaction[];
  /** The newest final position up to `last`, of the hosts that answered. */
  final: bigint;
  /** Whether the next step can follow immediately. */
  hasMore: boolean;
}

/**
 * `unchanged`: nothing new since the last step. `shorter`: a local chain ends before the settled position on two endpoints.
 * `moved`: the chain changed during the read; the next step starts again.
 */
export type Scan = ScannedPart | { kind: "unchanged" } | { kind: "shorter"; head: bigint } | { kind: "moved" };

/** Reads a chain step by step and detects replaced blocks. */
export interface Scanner {
  /** Reads on after `settled`, the newest settled position. */
  read(settled: bigint): Promise<Scan>;
  /** Confirms that the last step's transfers are stored. Otherwise the next step reads them again. */
  commit(): void;
  /** Makes the next step read the final position even if the chain has no new block. */
  invalidateHead(): void;
  /** Makes the next step read everything after the settled position again. */
  reset(): void;
}

export type PositionConfirmation =
  | { kind: "agreed"; ref: string | null; time: Date }
  | { kind: "disputed"; reason: string };

export interface ChallengeValues {
  /** The app's public address. */
  publicUrl: string;
  /** null if the wallet sends its address with the proof. */
  address: string | null;
  account: ProvenAccount;
  /** At least 8 letters or digits. */
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** A payment to build. */
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
  /** Gas in the network's coin: what is attached, and what the payer has. Left out where the paid coin itself pays the gas. */
  gas?: { attachedBase: bigint; heldBase: bigint };
  signing: PaymentSigning;
}

/** What the treasury of a coin has of the network's own coin, which pays what moving that coin costs. */
export interface TreasuryFuel {
  /** Base units of the network's coin, as the host that sees least of it tells. */
  fuelBase: bigint;
  /** Below it an operator has to bring more. */
  leastBase: bigint;
  /** What one payout takes of it. */
  costBase: bigint;
  /** Base units of the coin that is paid out: what a payout costs its owner. */
  feeBase: bigint;
  /** Whether the coin's issuer has locked what the treasury holds. */
  isLocked: boolean;
}

/** Facts about a chain that need no node. */
export interface ChainFacts {
  readonly coinType: CoinType;
  /** The network's own coin, where that pays what moving this one costs; null where the coin pays it itself. */
  readonly fuelCoin: CoinType | null;
  /** In the chain's canonical form. */
  readonly treasuryAddress: string;
  /** Addresses that were the treasury before: what arrives there counts, and what they hold is counted. */
  readonly oldTreasuryAddresses: readonly string[];
  /** Confirmations, including the transfer's own block, before a transfer can be final. */
  readonly confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  readonly explorerTx: string | null;
  /** What a payout costs its owner, in base units; null where the network decides. */
  readonly payoutFeeBase: bigint | null;
  /** Names of the settings for endpoints and treasury, for messages to the operator. */
  readonly settings: { readonly endpoints: string; readonly treasury: string; readonly oldTreasuries: string };
  /** A network's display name, also while no node answers. */
  readonly nameNetwork: (networkId: string) => string;
  /** Parses a transaction id into the form in which transfers are stored. Null for any other text. */
  readonly parseTxId: (text: string) => string | null;
}

/**
 * One chain as the rest of the server uses it, over one or more endpoints. Only the chain interprets a position, a
 * whole number: a later transfer has a higher one. A position may be empty: the chain then uses the newest block up to
 * it. Every method that calls the chain rejects with ChainUnavailable if no endpoint answers.
 */
export interface Chain extends ChainFacts {
  readonly network: Network;
  /** Whether this is a development chain, whose node may lose blocks and may have no final ones. */
  readonly isLocal: boolean;

  /** Parses an address that may pay. Null for a malformed address, one without a key, and the treasury. */
  parsePayer(text: string): ChainAddress | null;
  /** Whether an address has a key that signs its payments: false for a contract. */
  canSign(address: string): Promise<boolean>;
  /** Whether the wallet sends its address with the proof while it connects; otherwise the challenge contains it. */
  readonly bringsAddressWithProof: boolean;
  /** Writes the text or payload that a wallet signs to prove its address. */
  writeChallenge(values: ChallengeValues): string;
  /** Judges the proof of this address for this challenge. Does not throw on a malformed proof. */
  judgeProof(challenge: string, proof: WalletProof, address: string): Promise<ProofVerdict>;

  /** Creates the reference by which a payment names its order. Null on a chain without references. */
  readonly createReference: ((random: Random) => string) | null;
  buildPayment(order: PayableOrder): Promise<PaymentTerms>;
  /** Base units, at most a few seconds old. */
  readBalance(address: string): Promise<bigint>;

  /** null where no signer is configured: nothing is paid out. */
  readonly payouts: PayoutRoute | null;
  /** null where the coin pays itself what moving it costs. */
  readonly readFuel: (() => Promise<TreasuryFuel>) | null;
  /** The contract of the coin, by which wallets know it; null for the network's own coin. */
  readonly jettonMaster: string | null;

  /** The newest block that two hosts have, if two are configured. */
  readHead(): Promise<Head>;
  /** The head that a wait must reach which keeps money in the treasury, as all hosts name it together. */
  readStrictestHead(now: Date): Promise<StrictestHead>;
  createScanner(): Scanner;
  /** The newest position that is final on two hosts, if two are configured. */
  readFinal(): Promise<bigint>;
  /**
   * What two endpoints list in a final range (one, if only one is configured). `after` is not included; `last` is before
   * `upTo` where there was too much for one reading.
   */
  listArrivals(range: { after: bigint; upTo: bigint }): Promise<ListedRange>;
  /**
   * What two endpoints have of a transaction at the final positions where one of them had it: nothing where neither has it
   * there.
   */
  readAgain(transfer: { txHash: string; positions: readonly bigint[] }): Promise<Compared>;
  /** Reads a final position's block and time again, from two endpoints if two are configured. */
  confirmPosition(position: bigint): Promise<PositionConfirmation>;
  /**
   * The block hash at a position, as all hosts have it alike that answer. Null if the chain is shorter. Rejects where they
   * differ, or where fewer than `witnesses` (1) answer.
   */
  readRefAt(position: bigint, witnesses?: number): Promise<string | null>;
  /** Identifies the chain: the id of its first block. Rejects as `readRefAt` does. */
  readGenesis(witnesses?: number): Promise<string>;
  /** Whether an address holds what pays its fees; two endpoints together say that it does not. */
  isFunded(address: string): Promise<boolean>;
  /**
   * The treasury's balance at a settled position, or at the newest final one if the chain has no older balances, and its
   * upkeep since an earlier position (null: none is asked for). Null if they cannot be read or the endpoints disagree.
   */
  readTreasury(position: bigint, since: bigint | null): Promise<Holding | null>;
  readonly omitted: Omitted;
  /** What comes to a treasury of the network's other coin: it is in no books. */
  readonly strays: readonly StrayListing[];
  /** A transaction that the treasury sent, from two endpoints where two are configured. */
  readOutgoing(txHash: string): Promise<OutgoingReading>;
}
