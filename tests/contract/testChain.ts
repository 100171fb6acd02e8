import { ApiError } from "#server/http/apiError.ts";
import type {
  Block,
  BlockConfirmation,
  Confirmation,
  EthereumChain,
  Head,
  TransferFees,
} from "#server/chains/ethereum/ethereumChain.ts";

/** A chain in memory whose every block is final, and that can be out of reach. */
export class TestChain implements EthereumChain {
  readonly network = { chainId: 31337, name: "Ethereum (local)" };
  readonly isLocal = true;
  readonly treasuryAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  readonly confirmations = 1;
  readonly explorerTx = null;
  readonly balances = new Map<string, bigint>();
  /** Lower-case addresses with code of their own. */
  readonly contracts = new Set<string>();
  isReachable = true;
  readonly #now: () => Date;
  readonly #blocks: Block[] = [];

  constructor(now: () => Date) {
    this.#now = now;
    this.#mine(null);
  }

  /** Mines a block with a transfer to the treasury and answers its hash. */
  pay(from: string, amountBase: bigint): string {
    return this.#mine({ from, amountBase });
  }

  async readBalance(address: string): Promise<bigint> {
    if (!this.isReachable) throw new ApiError("balanceUnavailable");
    return this.balances.get(address.toLowerCase()) ?? 0n;
  }

  async isContract(address: string): Promise<boolean> {
    this.#reach();
    return this.contracts.has(address.toLowerCase());
  }

  async readBalanceAt(address: string, blockNumber: number): Promise<bigint> {
    this.#reach();
    if (address !== this.treasuryAddress) throw new Error("only the treasury's past is kept");
    const transfers = this.#blocks.slice(0, blockNumber + 1).flatMap((block) => block.transfers);
    return transfers.reduce((sum, transfer) => sum + transfer.amountBase, 0n);
  }

  async readHead(): Promise<Head> {
    this.#reach();
    const newest = this.#blocks.at(-1);
    if (newest === undefined) throw new Error("an empty chain");
    return { number: newest.number, hash: newest.hash, time: newest.time, finalized: newest.number };
  }

  async readBlocks(fromBlock: number, toBlock: number): Promise<Block[]> {
    this.#reach();
    return this.#blocks.slice(fromBlock, toBlock + 1);
  }

  async readBlockHash(blockNumber: number): Promise<string | null> {
    this.#reach();
    return this.#blocks[blockNumber]?.hash ?? null;
  }

  async readSharedFinal(): Promise<number> {
    return (await this.readHead()).finalized;
  }

  async confirmBlock(blockNumber: number): Promise<BlockConfirmation> {
    this.#reach();
    const block = this.#blocks[blockNumber];
    if (block === undefined) throw new ApiError("chainUnavailable");
    return { kind: "agreed", hash: block.hash, time: block.time };
  }

  async confirmTransfer({ txHash, blockNumber }: { txHash: string; blockNumber: number }): Promise<Confirmation> {
    this.#reach();
    const block = this.#blocks[blockNumber];
    if (block === undefined) throw new ApiError("chainUnavailable");
    const transfer = block.transfers.find((candidate) => candidate.txHash === txHash) ?? null;
    return { kind: "agreed", blockHash: block.hash, transfer };
  }

  async readInternalTransfers(): Promise<null> {
    this.#reach();
    return null;
  }

  async readFees(): Promise<TransferFees> {
    this.#reach();
    return { gasLimit: 21_000n, maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
  }

  #reach(): void {
    if (!this.isReachable) throw new ApiError("chainUnavailable");
  }

  #mine(transfer: { from: string; amountBase: bigint } | null): string {
    const number = this.#blocks.length;
    const toHash = (kind: string, at: number) => `0x${Buffer.from(`${kind}${at}`).toString("hex").padStart(64, "0")}`;
    const time = this.#now();
    const place = { blockNumber: number, blockHash: toHash("b", number), blockTime: time };
    const txHash = toHash("t", number);
    this.#blocks.push({
      number,
      hash: place.blockHash,
      parentHash: number === 0 ? toHash("none", 0) : toHash("b", number - 1),
      time,
      transfers: transfer === null ? [] : [{ ...place, ...transfer, txHash, index: 0 }],
    });
    return txHash;
  }
}
