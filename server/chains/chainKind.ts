import type { CoinType } from "#domain/coins.ts";
import type { Logger } from "#server/logger.ts";
import type { Random } from "#server/random.ts";
import type {
  ChainTransfer,
  Holding,
  Network,
  OutgoingTransaction,
  PayableOrder,
  PaymentTerms,
  TreasuryFuel,
  UnreadTransaction,
} from "./chain.ts";
import type { PayoutModel } from "./createPayouts.ts";
import type { Proving } from "./proving.ts";
import type { Quorum } from "./quorum.ts";
import type { ChainPace } from "./strictestHead.ts";
import type { ChainConfig, Endpoint, SettingSpec, TreasuryKey } from "./settings.ts";
import type { WatchCall } from "./watchCall.ts";
import type { SettingReader } from "#server/settingReader.ts";

/** The newest block of an endpoint. */
export interface Tip {
  position: number;
  hash: string;
}

/** A block. Its position may be before the one that was asked for, where a position may be empty. */
export interface Header {
  position: number;
  hash: string;
  time: Date;
}

/** What one endpoint has in a block, or in several. */
export interface ReadPart {
  /** All transfers to the treasuries that can be read. */
  transfers: readonly ChainTransfer[];
  unread: readonly UnreadTransaction[];
}

/** A block that names the one before. */
export interface ReadBlock extends ReadPart, Header {
  parentHash: string;
}

/** Positions after one up to another. */
export interface AskedRange {
  after: number;
  upTo: number;
}

export interface ReadRange extends ReadPart {
  /** Before the end of the range where there was too much for one reading. */
  last: number;
}

/**
 * Reads from one endpoint of a chain, and judges nothing. Throws on an invalid answer, and for what the endpoint does not
 * have yet: both are its failure, and another one is asked.
 */
export interface ChainReader {
  /** What all endpoints of one chain have in common. */
  readIdentity(): Promise<string>;
  /** The id of the chain's first block. */
  readGenesis(): Promise<string>;
  readTip(): Promise<Tip>;
  /** The newest final position, where this is the newest block: as final as the chain and the settings ask for. */
  readFinal(tip: Tip): Promise<number>;
  /** The newest block up to a position, or null where the chain is shorter. */
  findHeader(position: number): Promise<Header | null>;
  /** Base units. Addresses are keys. */
  readBalance(addressKey: string): Promise<bigint>;
  /** What pays for what an address sends, in base units of the network's coin; left out where that is its balance. */
  readFuel?(addressKey: string): Promise<bigint>;
  /** Whether an address has a key that signs its payments. */
  readCanSign(addressKey: string): Promise<boolean>;
  /**
   * What the treasuries hold at a position, and their upkeep since another one. At the newest final position where the
   * chain has no older balances; null where the endpoint has lost them.
   */
  readTreasury(position: number, since: number | null): Promise<Holding | null>;
  /** Transfers of one coin to the treasury of another coin; only on a network with several coins. */
  readStrays?(coinType: CoinType, range: AskedRange): Promise<ReadRange>;
  /** A transaction of a treasury up to a final position, or null where there is none. */
  readOutgoing(txHash: string, final: number): Promise<OutgoingTransaction | null>;
}

/** How the transfers of a chain are found. */
export type History<Reader> =
  | {
      /** Block by block: each names the one before, so a replaced one is noticed. */
      model: "blocks";
      readBlock: (reader: Reader, position: number) => Promise<ReadBlock>;
    }
  | {
      /** By a list of the treasury's transactions: what is not final is read again with each new block. */
      model: "account";
      /** Positions that one reading has at most. */
      mostPositions: number;
      readRange: (reader: Reader, range: AskedRange) => Promise<ReadRange>;
    };

/**
 * The transfers of a transaction by its id, whether a list has it or not; none where it is not there or cannot be read. Null
 * on a chain that finds a transaction by its account's list alone.
 */
export type FindTransfers<Reader> = ((reader: Reader, txHash: string) => Promise<readonly ChainTransfer[]>) | null;

/**
 * What `History` of an honest endpoint may leave out, and how it is found: `unlisted` by its id. A list of whole blocks, or
 * of transactions that name the one before, has no holes.
 */
export type Omissions<Reader> =
  | { kind: "none" | "unlisted" }
  | { kind: "internal"; read: (reader: Reader, position: number) => Promise<readonly ChainTransfer[] | null> };

export interface KnownNetwork extends Network {
  /** Whether this is a development chain, whose node may lose blocks and may have no final ones. */
  isLocal: boolean;
}

/** What is done on a network, once the endpoints have named it. */
export interface OpenedChain<Reader> {
  proving: Proving;
  buildPayment: (order: PayableOrder) => Promise<PaymentTerms>;
  /** Null where no signer is configured. */
  payouts: PayoutModel<Reader> | null;
  /** On a chain whose coin does not pay itself what moving it costs. */
  readFuel?: () => Promise<TreasuryFuel>;
  /** Where the coin is a contract of the network: its address, by which wallets know it. */
  jettonMaster?: string;
}

export interface ReaderContext {
  /** The treasury, and those before it. */
  treasuries: readonly string[];
  confirmations: number;
  logger: Pick<Logger, "warn">;
  /** Counts and traces the calls of this endpoint. */
  watchCall: WatchCall;
}

export interface OpeningContext<Reader, Config> {
  /** As the endpoints' readers answered it. */
  identity: string;
  network: KnownNetwork;
  config: Config;
  quorum: Quorum<Reader>;
  logger: Pick<Logger, "warn">;
}

/** What one chain's folder says: what is true of this chain, from one endpoint's view, and nothing of how many there are. */
export interface ChainKind<
  Reader extends ChainReader = ChainReader,
  Config extends ChainConfig = ChainConfig,
  Key extends TreasuryKey = TreasuryKey,
> {
  settings: SettingSpec<Config, Key>;
  /** What its wallets need of the server, or null for nothing. */
  readAccess: ReadAccess | null;
  /** By what the endpoints' readers answer as their identity. */
  findNetwork: (identity: string) => KnownNetwork;
  /** A network's display name, by its CAIP-2 id. */
  nameNetwork: (networkId: string) => string;
  parseTxId: (text: string) => string | null;
  /** Makes a reference by which a payment names its order; null for a chain without. */
  createReference: ((random: Random) => string) | null;
  /** `config` is null where no settings are at hand: what they say is then as by default. */
  createReader: (endpoint: Endpoint, context: ReaderContext, config: Config | null) => Reader;
  /** Whether the endpoint has answered, although with an error. */
  isAnswer: (error: unknown) => boolean;
  pace: ChainPace;
  /** Whether a node may know what the treasuries held at an old position. */
  hasOldBalances: boolean;
  history: History<Reader>;
  findTransfers: FindTransfers<Reader>;
  omissions: Omissions<Reader>;
  /** Coins of the network that may come to a treasury of another one. Left out where it has one coin. */
  strays?: readonly CoinType[];
  /** Throws StartError where the treasury must not be used. */
  open: (context: OpeningContext<Reader, Config>) => Promise<OpenedChain<Reader>>;
}

/** A file that the server makes itself for wallets or for what connects them. */
export interface WalletFile {
  /** E.g. `/manifest.json`. */
  path: string;
  value: unknown;
  /** Whether pages of other sites, e.g. a wallet's, may read it. */
  isForEveryone: boolean;
}

/** What the app's pages need of the server so that a chain's wallets can be reached without an extension. */
export interface WalletAccess {
  files: readonly WalletFile[];
  /** Origins that the pages may connect to. */
  connectOrigins: readonly string[];
  /** Paths of built files that pages of other sites may read. */
  sharedPaths: readonly string[];
}

/** Null where neither the coin is open nor its payments still go on. */
export type ReadAccess = (reader: SettingReader, publicUrl: string, isOpen: boolean) => WalletAccess | null;
