/** A native transfer to the treasury: one successful transaction, its sender and its block. */
export interface Transfer {
  /** Lower-case hex with 0x. */
  txHash: string;
  /** 0 for the transaction itself; from 1 on what contracts sent within it. */
  index: number;
  /** Checksum form (EIP-55). */
  from: string;
  /** Wei. */
  amountBase: bigint;
  blockNumber: number;
  blockHash: string;
  blockTime: Date;
}

export interface Head {
  number: number;
  hash: string;
  time: Date;
  /** The newest block that settles money: never above the node's `finalized` block nor above number − confirmations + 1. */
  finalized: number;
}

export interface Block {
  number: number;
  hash: string;
  parentHash: string;
  time: Date;
  /** Transfers to the treasury in this block. */
  transfers: Transfer[];
}

/**
 * The result of the second reading at settlement: the endpoints agree on the canonical block and on its transfer (null:
 * it has none), or they disagree.
 */
export type Confirmation =
  | { kind: "agreed"; blockHash: string; transfer: Transfer | null }
  | { kind: "disputed"; reason: string };

/** What is said of a final block: the same hash and time, or different ones. */
export type BlockConfirmation = { kind: "agreed"; hash: string; time: Date } | { kind: "disputed"; reason: string };

/** Prices in wei per gas, `gasLimit` in gas: what a plain transfer to the treasury takes. */
export interface TransferFees {
  gasLimit: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/**
 * Ethereum as the server sees it, over any of several endpoints.
 * When no endpoint answers, `readBalance` throws the ApiError balanceUnavailable and every other read chainUnavailable.
 */
export interface EthereumChain {
  /** `chainId` is a decimal integer; `name` is shown to people and stored with orders. */
  readonly network: { readonly chainId: number; readonly name: string };
  /** A development chain, whose node may forget blocks and may know no final ones. */
  readonly isLocal: boolean;
  /** Checksum form (EIP-55). */
  readonly treasuryAddress: string;
  /** Blocks, the transfer's own included, after which a transfer may be final. */
  readonly confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  readonly explorerTx: string | null;
  /** Wei at the newest block, at most a few seconds old. */
  readBalance(address: string): Promise<bigint>;
  /** Whether code other than an EIP-7702 delegation is at this address: its payments have no sender that can sign. */
  isContract(address: string): Promise<boolean>;
  /**
   * Wei after a block, read from two endpoints where two are configured. Null when one of them has pruned that block's
   * state, or when they disagree.
   */
  readBalanceAt(address: string, blockNumber: number): Promise<bigint | null>;
  readHead(): Promise<Head>;
  /** Blocks in order, both ends included, all of them or an error. */
  readBlocks(fromBlock: number, toBlock: number): Promise<Block[]>;
  /** The canonical block's hash, or null when the chain does not reach so far. */
  readBlockHash(blockNumber: number): Promise<string | null>;
  /**
   * The newest block that settles money by every one of two endpoints, where two are configured. Throws
   * chainUnavailable while fewer of them answer.
   */
  readSharedFinal(): Promise<number>;
  /** Reads a block's hash and time anew, from two endpoints where two are configured. */
  confirmBlock(blockNumber: number): Promise<BlockConfirmation>;
  /**
   * Reads a transaction anew for its settlement: from two endpoints where two are configured. Throws chainUnavailable
   * while fewer of them have that block as final.
   */
  confirmTransfer(transfer: { txHash: string; blockNumber: number }): Promise<Confirmation>;
  /**
   * Transfers to the treasury that contracts made within a block's transactions, read from two endpoints where two are
   * configured. Null when one of them offers no traces, or when they disagree.
   */
  readInternalTransfers(blockNumber: number): Promise<Transfer[] | null>;
  readFees(): Promise<TransferFees>;
}
