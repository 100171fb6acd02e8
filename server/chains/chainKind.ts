import type { Logger } from "#server/logger.ts";
import type { Random } from "#server/random.ts";
import type { ChallengeValues, Network, PayableOrder, PaymentTerms, ProofVerdict, WalletProof } from "./chain.ts";
import type { ChainReader, FindTransfers, History, Omissions } from "./chainReader.ts";
import type { PayoutModel } from "./payoutModel.ts";
import type { Quorum } from "./quorum.ts";
import type { ChainPace } from "./strictestHead.ts";
import type { ReadAccess } from "./walletAccess.ts";
import type { ChainConfig, Endpoint, SettingSpec, TreasuryKey } from "./settings.ts";
import type { WatchCall } from "./watchCall.ts";

type TonProof = NonNullable<WalletProof["tonProof"]>;

/** How a wallet proves its address. */
export type Proving =
  | {
      /** It signs a text in the layout of EIP-4361, which names its address. */
      kind: "signature";
      /** What the text calls the network. */
      chainId: string;
      judge: (text: string, signature: string, address: string) => ProofVerdict;
    }
  | {
      /** It signs a payload while it connects, and sends its address with it. */
      kind: "connection";
      write: (values: ChallengeValues) => string;
      judge: (payload: string, proof: TonProof, address: string) => Promise<ProofVerdict>;
    };

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
  /** Confirmations of a transfer at `head`, including its own block. */
  countConfirmations: (position: bigint, head: bigint) => number;
  /** Makes a reference by which a payment names its order; null for a chain without. */
  createReference: ((random: Random) => string) | null;
  createReader: (endpoint: Endpoint, context: ReaderContext) => Reader;
  /** Whether the endpoint has answered, although with an error. */
  isAnswer: (error: unknown) => boolean;
  pace: ChainPace;
  /** Whether a node may know what the treasuries held at an old position. */
  hasOldBalances: boolean;
  history: History<Reader>;
  findTransfers: FindTransfers<Reader>;
  omissions: Omissions<Reader>;
  /** Throws StartError where the treasury must not be used. */
  open: (context: OpeningContext<Reader, Config>) => Promise<OpenedChain<Reader>>;
}

/** As many as the positions from its own block to the newest one. */
export function countPositions(position: bigint, head: bigint): number {
  return Number(head - position) + 1;
}
