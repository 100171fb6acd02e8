import { Keypair } from "@solana/web3.js";
import { Address } from "@ton/core";
import { encodeBase58, getAddress } from "ethers";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import type { Chain, ChainTransfer, OutgoingTransaction } from "#server/chains/chain.ts";
import { type ChainKind, type ChainReader, type ReadBlock, type ReadPart } from "#server/chains/chainKind.ts";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import type { SightedPayouts } from "#server/chains/createPayouts.ts";
import type { ChainConfig } from "#server/chains/settings.ts";
import { SOLANA } from "#server/chains/solana/index.ts";
import { USDT } from "#server/chains/usdt/index.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import {
  ARRIVES_AFTER,
  type Block,
  FINAL_DEPTH,
  type ModelChain,
  nameBytes,
  type Output,
  RETURNS_AFTER,
  type Transaction,
} from "./chain.ts";
import { createPayoutModel } from "./payouts.ts";

/**
 * `numbered`: blocks that name the one before, nonces, no references. `timed`: a list of the treasury's, ends by time,
 * references. `fuelled`: the same, but another coin pays what transfers cost, and what leaves arrives blocks later or comes back.
 */
export type Shape = "numbered" | "timed" | "fuelled";

/** What an endpoint says wrongly until it is honest again. */
export type Lie =
  | { kind: "omit" | "amount"; txId: string }
  /** It brought something else. */
  | { kind: "brought"; txId: string; change: Partial<Output> }
  /** Another one sent it; left out: the treasury itself. */
  | { kind: "sender"; txId: string; from?: string }
  /** It tells of a transaction so many blocks later, or earlier; and that another one sent it. */
  | { kind: "moved"; txId: string; blocks: number; from?: string }
  /** It leaves a transaction out of its lists, and knows it by its id. */
  | { kind: "unlisted"; txId: string }
  /** It tells of a payment that is on no chain, at a position. */
  | { kind: "invent"; transaction: Transaction; position: bigint }
  | { kind: "laterTimes" }
  /** It names newer blocks than there are. */
  | { kind: "ahead" }
  /** It calls every block final that there is. */
  | { kind: "early" }
  | { kind: "behind"; blocks: number }
  /** The treasury holds less. */
  | { kind: "treasury"; lessBase: bigint }
  /** It knows no transaction that left the treasury, and says that those which end by time have ended. */
  | { kind: "noPayouts" }
  /** What left the treasury has cost more. */
  | { kind: "payoutFees" }
  /** The treasury has sent more than it has. */
  | { kind: "nonces" };

export const COIN_OF = { numbered: "eth", timed: "sol", fuelled: "usdt" } as const;
const REAL = { numbered: ETHEREUM, timed: SOLANA, fuelled: USDT } as const;

/** An address of a shape's chain, another one for each name. */
export function createAddress(shape: Shape, name: string): string {
  const bytes = nameBytes(`address ${name}`);
  if (shape === "numbered") return getAddress(`0x${bytes.slice(0, 40)}`);
  if (shape === "fuelled") return new Address(0, Buffer.from(bytes, "hex")).toString({ bounceable: false });
  return Keypair.fromSeed(Buffer.from(bytes, "hex")).publicKey.toBase58();
}

export function createTxId(shape: Shape, name: string): string {
  const bytes = nameBytes(`transaction ${name}`);
  if (shape === "fuelled") return bytes;
  return shape === "numbered" ? `0x${bytes}` : encodeBase58(`0x${bytes}${nameBytes(`more of ${name}`)}`);
}

/** One host that has the chain, or says so. */
export class ModelEndpoint {
  readonly chain: ModelChain;
  lie: Lie | null = null;
  isAway = false;
  /** Who asks is dead: nothing reaches the host. */
  isCut = false;

  constructor(chain: ModelChain) {
    this.chain = chain;
  }

  /** The blocks that it admits to have. */
  look(): readonly Block[] {
    if (this.isAway || this.isCut) throw new Error("the endpoint is away");
    const { blocks } = this.chain;
    return this.lie?.kind === "behind"
      ? blocks.slice(0, Math.max(FINAL_DEPTH, blocks.length - this.lie.blocks))
      : blocks;
  }

  find(position: bigint): Block | null {
    const block = this.look()[Number(position)];
    if (block === undefined) return this.#isAhead() ? { ...this.#newest(), position } : null;
    return this.lie?.kind === "laterTimes" ? { ...block, time: new Date(block.time.getTime() + 86_400_000) } : block;
  }

  newestPosition(): bigint {
    return this.#newest().position + (this.#isAhead() ? 40n : 0n);
  }

  finalPosition(): bigint {
    return this.newestPosition() - (this.lie?.kind === "early" ? 0n : BigInt(FINAL_DEPTH - 1));
  }

  /** The transactions that it says to be at a position. */
  listAt(block: Block): readonly Transaction[] {
    const { lie } = this;
    return this.tellOf(block).filter(({ id }) => lie?.kind !== "unlisted" || lie.txId !== id);
  }

  /** Those of which it tells who asks for one. */
  tellOf(block: Block): readonly Transaction[] {
    const told = block.transactions.flatMap((transaction) => this.#spoil(transaction));
    const invented = this.lie?.kind === "invent" && this.lie.position === block.position ? [this.lie.transaction] : [];
    return [...told, ...this.#listMoved(block), ...invented];
  }

  #listMoved({ position }: Block): readonly Transaction[] {
    const { lie, chain } = this;
    if (lie?.kind !== "moved") return [];
    const other = chain.blocks[Number(position) - lie.blocks];
    const tell = (moved: Transaction): Transaction => ({ ...moved, from: lie.from ?? moved.from });
    return (other?.transactions ?? []).filter(({ id }) => id === lie.txId).map(tell);
  }

  #isAhead(): boolean {
    return this.lie?.kind === "ahead";
  }

  #newest(): Block {
    const block = this.look().at(-1);
    if (block === undefined) throw new Error("a chain has a first block");
    return block;
  }

  #spoil(transaction: Transaction): Transaction[] {
    const { lie } = this;
    if (lie === null || !("txId" in lie) || lie.txId !== transaction.id || lie.kind === "unlisted")
      return [transaction];
    if (lie.kind === "omit" || lie.kind === "moved") return [];
    if (lie.kind === "sender") return [{ ...transaction, from: lie.from ?? transaction.outputs[0]?.to ?? "" }];
    const change = (output: Output) => (lie.kind === "brought" ? lie.change : { amountBase: output.amountBase * 7n });
    return [{ ...transaction, outputs: transaction.outputs.map((output) => ({ ...output, ...change(output) })) }];
  }
}

export interface ModelReader extends ChainReader {
  readonly endpoint: ModelEndpoint;
  readonly isFuelled: boolean;
  readonly treasuryKeys: ReadonlySet<string>;
  readBlock: (position: number) => Promise<ReadBlock>;
  findTransfers: (txHash: string) => Promise<readonly ChainTransfer[]>;
}

function createReader(endpoint: ModelEndpoint, shape: Shape, treasuries: readonly string[]): ModelReader {
  const { walletType } = COINS[COIN_OF[shape]];
  const toKey = (address: string) => toAddressKey(walletType, address);
  const treasuryKeys = new Set(treasuries.map(toKey));
  const isOurs = (address: string) => treasuryKeys.has(toKey(address));
  const hasRefs = shape === "numbered";

  function readPart(block: Block, told = endpoint.listAt(block)): ReadPart {
    const arrived = told.filter(({ outputs }) => outputs.some(({ to }) => isOurs(to)));
    const readable = arrived.filter(({ isUnreadable, from }) => !isUnreadable && !isOurs(from));
    return {
      transfers: readable.flatMap((transaction) => toTransfers(transaction, block)),
      unread: arrived
        .filter(({ isUnreadable }) => isUnreadable)
        .map(({ id }) => ({ txHash: id, position: block.position, reason: "a form that is not known" })),
    };
  }
  function toTransfers({ id, from, outputs }: Transaction, { position, hash, time }: Block): ChainTransfer[] {
    return outputs
      .map((output, index) => ({ ...output, index }))
      .filter(({ to }) => isOurs(to))
      .map(({ amountBase, reference, index }) => {
        const ref = hasRefs ? hash : null;
        return { txHash: id, index, from, amountBase, reference, position, ref, time };
      });
  }
  function requireBlock(position: number): Block {
    const block = endpoint.find(BigInt(position));
    if (block === null) throw new Error("it does not have the block yet");
    return block;
  }
  const toHeader = ({ position, hash, time }: Block) => ({
    position: Number(position),
    hash: hasRefs ? hash : "",
    time,
  });

  return {
    endpoint,
    isFuelled: shape === "fuelled",
    treasuryKeys,
    readIdentity: async () => requireBlock(0).hash,
    readGenesis: async () => requireBlock(0).hash,
    readTip: async () => ({
      position: Number(endpoint.newestPosition()),
      hash: endpoint.find(endpoint.newestPosition())?.hash ?? "",
    }),
    readFinal: async () => Number(endpoint.finalPosition()),
    findHeader: async (position) => {
      const block = endpoint.find(BigInt(position));
      return block === null ? null : toHeader(block);
    },
    readBalance: async (key) => {
      const { newest } = endpoint.chain;
      endpoint.look();
      return [...newest.holdings].find(([address]) => toKey(address) === key)?.[1] ?? 0n;
    },
    readCanSign: async () => true,
    readBlock: async (position) => {
      const block = requireBlock(position);
      return { ...readPart(block), ...toHeader(block), parentHash: block.parentHash };
    },
    findTransfers: async (txHash) =>
      endpoint.look().flatMap((block) => {
        const told = endpoint.tellOf(block).filter(({ id }) => id === txHash);
        return readPart(block, told).transfers;
      }),
    readTreasury: async (position) => {
      const block = requireBlock(position);
      const heldBase = [...block.holdings].reduce((sum, [address, held]) => (isOurs(address) ? sum + held : sum), 0n);
      const lessBase = endpoint.lie?.kind === "treasury" ? endpoint.lie.lessBase : 0n;
      return { position: block.position, balanceBase: heldBase - lessBase };
    },
    readOutgoing: async (txHash, final): Promise<OutgoingTransaction | null> => {
      for (const block of endpoint.look().slice(0, final + 1)) {
        const found = block.transactions.find(({ id, from }) => id === txHash && isOurs(from));
        const [output] = found?.outputs ?? [];
        if (found === undefined || output === undefined) continue;
        const { to, amountBase } = output;
        return {
          txHash,
          to,
          toKey: toKey(to),
          amountBase: isOurs(to) ? 0n : amountBase,
          feeBase: found.feeBase,
          position: block.position,
          time: block.time,
        };
      }
      return null;
    },
  };
}

/** Where a transaction of the treasury is, as an endpoint has it. */
export function findLanded({ endpoint, isFuelled }: ModelReader, ids: readonly string[]): SightedPayouts {
  if (endpoint.lie?.kind === "noPayouts") return { kind: "absent" };
  for (const { transactions, position, hash } of endpoint.look()) {
    const landed = transactions.find(({ id }) => ids.includes(id));
    if (landed === undefined) continue;
    const moved = landed.outputs.map(({ to }) => !endpoint.chain.refusing.has(to));
    if (isFuelled)
      return { kind: "landed", txHash: landed.id, position, ref: null, ...placeParts(endpoint, position, moved) };
    const isFinal = position <= endpoint.finalPosition();
    const feeBase = landed.feeBase + (endpoint.lie?.kind === "payoutFees" ? 1n : 0n);
    return { kind: "landed", txHash: landed.id, position, ref: hash, feeBase, moved, isFinal };
  }
  return { kind: "absent" };
}

/** Each part ends in a block of its own. */
function placeParts(endpoint: ModelEndpoint, position: bigint, moved: readonly boolean[]) {
  const places = moved.map((isMoved) => ({ position, returnedPosition: isMoved ? null : position + RETURNS_AFTER }));
  const last = places.reduce((end, { returnedPosition }) => {
    const own = returnedPosition ?? position + ARRIVES_AFTER;
    return own > end ? own : end;
  }, position);
  return { moved, places, feeBase: 0n, isFinal: last <= endpoint.finalPosition() };
}

interface Connection {
  shape: Shape;
  treasuryAddress: string;
  oldTreasuryAddresses?: readonly string[];
  isLocal?: boolean;
}

/** Connects to the chain by these endpoints, as the server does to its own. */
export function connectModel(
  endpoints: readonly ModelEndpoint[],
  { shape, treasuryAddress, oldTreasuryAddresses = [], isLocal = false }: Connection,
): Promise<Chain> {
  const byUrl = new Map(endpoints.map((endpoint, place) => [`http://host${place}.example/`, endpoint]));
  const real = REAL[shape];
  const kind: ChainKind<ModelReader> = {
    settings: { ...real.settings, readKey: () => null, complete: (config: ChainConfig) => config },
    readAccess: null,
    findNetwork: () => ({ id: `model:${shape}`, name: `Model (${shape})`, isLocal }),
    nameNetwork: (networkId) => networkId,
    parseTxId: real.parseTxId,
    createReference: real.createReference,
    createReader({ url }, { treasuries }) {
      const endpoint = byUrl.get(url);
      if (endpoint === undefined) throw new Error("no such host");
      return createReader(endpoint, shape, treasuries);
    },
    isAnswer: () => false,
    pace: { shortestBlockMs: 1_000, longestFinalityMs: 3_600_000, longestLandingMs: 0 },
    hasOldBalances: true,
    history:
      shape === "numbered"
        ? { model: "blocks", readBlock: (reader, position) => reader.readBlock(position) }
        : {
            model: "account",
            mostPositions: 1_000,
            async readRange(reader, { after, upTo }) {
              const positions = Array.from({ length: Math.max(0, upTo - after) }, (_, step) => after + 1 + step);
              const blocks = await Promise.all(positions.map((position) => reader.readBlock(position)));
              return {
                transfers: blocks.flatMap(({ transfers }) => transfers),
                unread: blocks.flatMap(({ unread }) => unread),
                last: upTo,
              };
            },
          },
    findTransfers: (reader, txHash) => reader.findTransfers(txHash),
    omissions: { kind: "none" },
    open: async ({ quorum }) => ({
      proving: {
        kind: "signature",
        chainId: shape,
        judge: (text, signature, address) => (signature === signText(text, address) ? "proven" : "foreign"),
      },
      buildPayment: async () => ({ maxFeeBase: 0n, signing: { kind: "solana", transaction: "" } }),
      payouts: createPayoutModel(shape, treasuryAddress, quorum),
    }),
  };
  const config: ChainConfig = {
    endpoints: [...byUrl.keys()].map((url) => ({ url, apiKey: null })),
    treasuryAddress,
    oldTreasuryAddresses: [...oldTreasuryAddresses],
    confirmations: FINAL_DEPTH,
    explorerTx: null,
    signer: null,
  };
  return createChain(kind, config, silentLogger);
}

/** What the wallet of an address answers to a challenge. */
export function signText(text: string, address: string): string {
  return `0x${nameBytes(`${text} by ${address}`)}`;
}
