import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { MessageV0, PublicKey, VersionedTransaction } from "@solana/web3.js";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import { readBody } from "#devnet/http/readJson.ts";
import { createSolanaServer } from "#devnet/solana/createSolanaServer.ts";
import type {
  Commitment,
  SolanaAccount,
  SolanaBlock,
  SolanaChain,
  SolanaTransaction,
  SolanaView,
} from "#devnet/solana/solanaChain.ts";
import { decodeBase58, encodeBase58 } from "#domain/address/base58.ts";
import type { LabEndpoint, Lie } from "./chainLab.ts";

const DAY_S = 86_400;
const INVENTED_BLOCKS = 40;
const TRANSFER_BYTES = 12;
const NEWER_VERSION = 2;
const SOMEBODY = new PublicKey(Buffer.alloc(32, 0x5b));

/** What an endpoint answers instead of the honest result of a call. */
export type AnswerLie = (method: string, honest: unknown) => unknown;

/** An endpoint of a chain that can be down, behind or dishonest. */
export class SolanaEndpoint implements LabEndpoint, SolanaView {
  readonly #chain: SolanaChain;
  #lie: Lie | null = null;
  #isAway = false;
  /** Where it began to lie. */
  #tip: SolanaBlock;
  #answerLie: AnswerLie | null = null;
  readonly #ofNewerVersion = new Set<string>();
  #servers: readonly Server[] = [];
  #honestUrl = "";
  url = "";

  constructor(chain: SolanaChain) {
    this.#chain = chain;
    this.#tip = chain.readHead();
  }

  get genesisHash(): string {
    return this.#chain.genesisHash;
  }

  async start(): Promise<void> {
    const inner = createSolanaServer({ chain: this.#chain, view: this, faucet: null });
    const outer = createServer((request, response) => {
      if (this.#isAway) request.destroy();
      else if (this.#answerLie === null) inner.emit("request", request, response);
      else void this.#answerFalsely(this.#answerLie, request, response);
    });
    this.#servers = [inner, outer];
    this.#honestUrl = `http://127.0.0.1:${await listenLocally(inner, 0)}`;
    this.url = `http://127.0.0.1:${await listenLocally(outer, 0)}`;
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  /** Until it is honest again. */
  setAnswerLie(lie: AnswerLie): void {
    this.#answerLie = lie;
  }

  setLie(lie: Lie | null): void {
    this.#lie = lie;
    if (lie === null) this.#answerLie = null;
    this.#tip = this.#chain.readHead();
  }

  /** From now on it tells this transaction as one of a version that is yet to come. */
  tellNewerVersion(txId: string): void {
    this.#ofNewerVersion.add(txId);
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
  }

  readHead(commitment: Commitment): SolanaBlock {
    const last = this.#readLast();
    if (last !== null) return this.#invent(last, last.slot + INVENTED_BLOCKS);
    const { slot } = this.#chain.readHead(commitment);
    const told = this.findBlock(slot - this.#countUnknown());
    if (told === null) throw new Error("a chain without blocks");
    return told;
  }

  readOldest(): SolanaBlock {
    return this.#chain.readOldest();
  }

  findBlock(slot: number): SolanaBlock | null {
    const tip = this.#readLast();
    if (tip !== null && slot > tip.slot) {
      return slot > tip.slot + INVENTED_BLOCKS ? null : this.#invent(tip, slot);
    }
    if (slot > this.#chain.readHead().slot - this.#countUnknown()) return null;
    const block = this.#chain.findBlock(slot);
    return block !== null && this.#lie?.kind === "laterTimes" ? { ...block, time: block.time + DAY_S } : block;
  }

  readAccount(address: string, slot: number): SolanaAccount | null {
    return this.#chain.readAccount(address, slot);
  }

  findTransaction(signature: string): SolanaTransaction | null {
    const lie = this.#lie;
    const isInvented = lie?.kind === "invented" && lie.txId === signature;
    const honest = this.#readHonest(isInvented ? lie.like : signature);
    return (honest === null ? [] : this.#spoil(honest)).find((told) => told.signature === signature) ?? null;
  }

  isAlive(blockhash: string, after: SolanaBlock): boolean {
    return this.#chain.isAlive(blockhash, after);
  }

  listTransactions(address: string): readonly SolanaTransaction[] {
    const lie = this.#lie;
    const listed = this.#chain.listTransactions(address).flatMap((transaction) => this.#spoil(transaction));
    return lie?.kind === "unlisted" ? listed.filter(({ signature }) => signature !== lie.txId) : listed;
  }

  async #answerFalsely(lie: AnswerLie, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readBody(request)).toString("utf8");
    const { method } = JSON.parse(body) as { method: string };
    const headers = { "content-type": "application/json" };
    const honest = await fetch(this.#honestUrl, { method: "POST", headers, body });
    const answer = (await honest.json()) as { result?: unknown };
    const told = answer.result === undefined ? answer : { ...answer, result: await lie(method, answer.result) };
    response.writeHead(200, headers);
    response.end(JSON.stringify(told));
  }

  #readHonest(signature: string): SolanaTransaction | null {
    const found = this.#chain.findTransaction(signature);
    return found !== null && this.#ofNewerVersion.has(signature) ? { ...found, toldVersion: NEWER_VERSION } : found;
  }

  #countUnknown(): number {
    return this.#lie?.kind === "behind" ? this.#lie.blocks : 0;
  }

  /** The block after which it invents others; null where it invents none. */
  #readLast(): SolanaBlock | null {
    if (this.#lie?.kind === "ahead") return this.#tip;
    return this.#lie?.kind === "farAhead" ? this.#chain.readHead() : null;
  }

  #invent(tip: SolanaBlock, slot: number): SolanaBlock {
    const blockhash = encodeBase58(Buffer.alloc(32, (slot % 200) + 1));
    return { ...tip, slot, height: tip.height + slot - tip.slot, blockhash, transactions: [] };
  }

  /** The transactions that it tells instead of one. */
  #spoil(transaction: SolanaTransaction): SolanaTransaction[] {
    const lie = this.#lie;
    if (lie?.kind === "laterTimes") return [{ ...transaction, time: transaction.time + DAY_S }];
    if (lie?.kind === "invented") {
      return lie.like === transaction.signature ? [transaction, rename(transaction, lie.txId)] : [transaction];
    }
    if (lie === null || !("txId" in lie) || lie.txId !== transaction.signature) return [transaction];
    if (lie.kind === "unlisted") return [transaction];
    return [change(transaction, lie.kind)];
  }
}

function rename(transaction: SolanaTransaction, signature: string): SolanaTransaction {
  const renamed = VersionedTransaction.deserialize(transaction.raw);
  renamed.signatures[0] = decodeBase58(signature, 64) ?? new Uint8Array(64);
  return { ...transaction, signature, raw: renamed.serialize() };
}

/** A transaction whose first transfer is told otherwise. */
function change(transaction: SolanaTransaction, kind: "amount" | "sender" | "reference"): SolanaTransaction {
  const told = VersionedTransaction.deserialize(transaction.raw);
  const { message } = told;
  const transfer = message.compiledInstructions.find(({ data }) => data.length === TRANSFER_BYTES);
  if (!(message instanceof MessageV0) || transfer === undefined) throw new Error("not a payment of the lab");
  const accounts = [...transaction.accounts];
  if (kind === "amount") {
    const data = Buffer.from(transfer.data);
    data.writeBigUInt64LE(data.readBigUInt64LE(4) * 777n, 4);
    transfer.data = Uint8Array.from(data);
  } else {
    const place = transfer.accountKeyIndexes[kind === "sender" ? 0 : 2] ?? 0;
    message.staticAccountKeys[place] = SOMEBODY;
    accounts[place] = SOMEBODY.toBase58();
  }
  return { ...transaction, accounts, raw: told.serialize() };
}
