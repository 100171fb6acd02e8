import { createServer, type Server } from "node:http";
import {
  Address,
  beginCell,
  Cell,
  loadMessage,
  loadTransaction,
  type Message,
  storeTransaction,
  type Transaction,
} from "@ton/core";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import { createTonServer } from "#devnet/ton/createTonServer.ts";
import type { TonAccount, TonBlock, TonChain, TonTransaction, TonView } from "#devnet/ton/tonChain.ts";
import { tellLike } from "#devnet/ton/tonAnswers.ts";
import { API_PATH } from "#devnet/ton/settings.ts";
import { hashExternalMessage } from "#server/chains/ton/values.ts";
import type { LabEndpoint, Lie } from "./chainLab.ts";

const DAY_S = 86_400;

/** `fee`: it tells another fee of a transaction of the treasury. */
export type TonLie = Lie | { kind: "fee"; txId: string; feeBase: bigint };

/** What an endpoint tells of an account instead of the honest state. */
export type TonAccountLie = (account: string, honest: TonAccount) => TonAccount;

/** What a dishonest endpoint makes of a message that brought a coin. */
export interface PaymentLies {
  readonly amount: (message: Message) => Message;
  readonly sender: (message: Message, somebody: Address) => Message;
  readonly reference: (message: Message) => Message;
}

/** Where a coin arrives, and what can be lied of it there. */
export interface TonArrivals {
  readonly account: Address;
  readonly lies: PaymentLies;
}

/** Blamed by a lie. */
const SOMEBODY = new Address(0, Buffer.alloc(32, 0x5b));
/** Messages that lead to a payment at most. */
const MOST_HOPS = 3;

/**
 * An endpoint of a chain that can be down, behind or dishonest. Its lies fit together: what it tells of the transactions of
 * the account where a coin arrives has the hashes that it tells of them, so only another endpoint gives it away.
 */
export class TonEndpoint implements LabEndpoint, TonView {
  readonly #chain: TonChain;
  readonly #account: string;
  readonly #lies: PaymentLies;
  /** External messages that were never sent, by their hash. */
  readonly #unsent: ReadonlyMap<string, Cell>;
  /** What is told instead of transactions of the account, by their hash: nobody can read that. */
  readonly #unreadable: ReadonlyMap<string, TonTransaction>;
  /** The external messages of payments that are known, by the payment's hash. */
  readonly #origins = new Map<string, string | null>();
  #lie: TonLie | null = null;
  #accountLie: TonAccountLie | null = null;
  #told: { lie: TonLie | null; last: string | undefined; items: TonTransaction[] } | null = null;
  #isAway = false;
  /** Accounts that it has never heard of. */
  #forgotten: ReadonlySet<string> = new Set();
  /** Where it began to lie. */
  #tip: TonBlock;
  #server: Server | null = null;
  url = "";

  constructor(
    chain: TonChain,
    { account, lies }: TonArrivals,
    unsent: ReadonlyMap<string, Cell>,
    unreadable: ReadonlyMap<string, TonTransaction>,
  ) {
    this.#unreadable = unreadable;
    this.#chain = chain;
    this.#account = account.toRawString();
    this.#lies = lies;
    this.#unsent = unsent;
    this.#tip = chain.readHead();
  }

  get genesisHash(): string {
    return this.#chain.genesisHash;
  }

  get config(): Cell {
    return this.#chain.config;
  }

  async start(now: () => number): Promise<void> {
    const inner = createTonServer({ chain: this.#chain, view: this, now });
    this.#server = createServer((request, response) => {
      if (this.#isAway) request.destroy();
      else inner.emit("request", request, response);
    });
    this.url = `http://127.0.0.1:${await listenLocally(this.#server, 0)}${API_PATH}`;
  }

  async stop(): Promise<void> {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }

  /** null makes it honest about accounts. */
  setAccountLie(lie: TonAccountLie): void {
    this.#accountLie = lie;
  }

  setLie(lie: TonLie | null): void {
    this.#lie = lie;
    if (lie === null) {
      this.#accountLie = null;
      this.setForgotten();
    }
    this.#tip = this.#chain.readHead();
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
  }

  /** From now on it knows nothing of these accounts. */
  setForgotten(...accounts: readonly Address[]): void {
    this.#forgotten = new Set(accounts.map((account) => account.toRawString()));
  }

  readHead(): TonBlock {
    const head = this.#chain.readHead();
    const last = this.#readLast();
    const told = last === null ? head.seqno - this.#countUnknown() : last.seqno + 40;
    const block = this.findBlock(told);
    if (block === null) throw new Error("a chain without blocks");
    return block;
  }

  findBlock(seqno: number): TonBlock | null {
    const tip = this.#readLast();
    if (tip !== null && seqno > tip.seqno) {
      if (seqno > tip.seqno + 40) return null;
      return { ...tip, seqno, rootHash: seqno.toString(16).padStart(64, "f"), transactions: [] };
    }
    if (seqno > this.#chain.readHead().seqno - this.#countUnknown()) return null;
    const block = this.#chain.findBlock(seqno);
    return block !== null && this.#lie?.kind === "laterTimes" ? { ...block, time: block.time + DAY_S } : block;
  }

  readAccount(account: string, seqno: number): TonAccount {
    if (this.#forgotten.has(account)) return this.#chain.readAccount(account, 0);
    const known = this.#chain.readAccount(account, seqno);
    const honest = this.#accountLie?.(account, known) ?? known;
    if (account !== this.#account || (this.#lie === null && this.#unreadable.size === 0)) return honest;
    const last = this.listTransactions(account).findLast((transaction) => transaction.seqno <= seqno);
    return last === undefined ? honest : { ...honest, lastLt: last.lt, lastHash: last.hash };
  }

  listTransactions(account: string): readonly TonTransaction[] {
    if (this.#forgotten.has(account)) return [];
    const honest = this.#chain.listTransactions(account);
    const isHonest = this.#lie === null && this.#unreadable.size === 0;
    if (account === this.#account) return isHonest ? honest : this.#spoilAll(honest);
    return [...honest, ...this.#inventSources(account)];
  }

  #countUnknown(): number {
    return this.#lie?.kind === "behind" ? this.#lie.blocks : 0;
  }

  /** The block after which it invents others; null where it invents none. */
  #readLast(): TonBlock | null {
    if (this.#lie?.kind === "ahead") return this.#tip;
    return this.#lie?.kind === "farAhead" ? this.#chain.readHead() : null;
  }

  #spoilAll(honest: readonly TonTransaction[]): TonTransaction[] {
    const last = honest.at(-1)?.hash;
    const told = this.#told;
    if (told !== null && told.lie === this.#lie && told.last === last) return told.items;
    const items = relink(honest.flatMap((item) => this.#spoil(item)));
    this.#told = { lie: this.#lie, last, items };
    return items;
  }

  /** The transactions of the account that it tells instead of one. */
  #spoil(item: TonTransaction): TonTransaction[] {
    const lie = this.#lie;
    const unreadable = this.#unreadable.get(item.hash);
    if (lie === null || unreadable !== undefined) return [unreadable ?? item];
    const origin = this.#findOrigin(item);
    if (lie.kind === "invented") return origin === lie.like ? [item, invent(item)] : [item];
    if (!("txId" in lie) || origin !== lie.txId) return [item];
    const { kind } = lie;
    if (kind === "unlisted") return [];
    if (kind === "fee") {
      const { feeBase } = lie;
      return [change(item, (told) => ({ ...told, totalFees: { ...told.totalFees, coins: feeBase } }))];
    }
    return [
      change(item, (transaction) => {
        const message = transaction.inMessage;
        if (message?.info.type !== "internal") throw new Error("not a payment");
        const inMessage = kind === "sender" ? this.#lies.sender(message, SOMEBODY) : this.#lies[kind](message);
        return { ...transaction, inMessage };
      }),
    ];
  }

  /** What the senders sent that its lies need. */
  #inventSources(account: string): TonTransaction[] {
    const lie = this.#lie;
    if (lie?.kind === "sender" && account === SOMEBODY.toRawString()) {
      const source = this.#listSources(lie.txId).at(-1);
      const address = BigInt(`0x${SOMEBODY.hash.toString("hex")}`);
      return source === undefined ? [] : [{ ...change(source, (told) => ({ ...told, address })), account }];
    }
    if (lie?.kind !== "invented") return [];
    const message = this.#unsent.get(lie.txId);
    if (message === undefined) return [];
    return this.#listSources(lie.like)
      .filter((source) => source.account === account)
      .map((source) =>
        change(source, (transaction) => {
          for (const [key, out] of transaction.outMessages) transaction.outMessages.set(key, postpone(out));
          const known = transaction.inMessage;
          const inMessage = known?.info.type === "internal" ? postpone(known) : loadMessage(message.beginParse());
          return { ...transaction, inMessage };
        }),
      );
  }

  /** The external message that led to a payment, or that the account was sent. */
  #findOrigin(item: TonTransaction): string | null {
    const known = this.#origins.get(item.hash);
    if (known !== undefined) return known;
    const first = parse(this.#searchSources(item).at(-1) ?? item).inMessage;
    const origin = first?.info.type === "external-in" ? hashExternalMessage(first) : null;
    this.#origins.set(item.hash, origin);
    return origin;
  }

  /** The transactions that led to one, the newest first. */
  #searchSources(item: TonTransaction): TonTransaction[] {
    const sources: TonTransaction[] = [];
    for (let source = this.#searchSource(item); source !== undefined; source = this.#searchSource(source)) {
      sources.push(source);
      if (sources.length === MOST_HOPS) break;
    }
    return sources;
  }

  #searchSource(item: TonTransaction): TonTransaction | undefined {
    const message = parse(item).inMessage;
    if (message?.info.type !== "internal") return undefined;
    const { src, createdLt } = message.info;
    return this.#chain
      .listTransactions(src.toRawString())
      .find((candidate) =>
        listOuts(candidate).some(({ info }) => info.type === "internal" && info.createdLt === createdLt),
      );
  }

  /** Those that led to the payment of this name. */
  #listSources(txId: string): TonTransaction[] {
    const payment = this.#chain.listTransactions(this.#account).find((item) => this.#findOrigin(item) === txId);
    return payment === undefined ? [] : this.#searchSources(payment);
  }
}

/** The same message a moment later. */
function postpone(message: Message): Message {
  const { info } = message;
  return info.type === "internal" ? { ...message, info: { ...info, createdLt: info.createdLt + 1n } } : message;
}

/** The same transactions are looked at again and again. */
const parsed = new Map<string, Transaction>();

function parse(item: TonTransaction): Transaction {
  const known = parsed.get(item.hash);
  if (known !== undefined) return known;
  const transaction = parseAnew(item);
  parsed.set(item.hash, transaction);
  return transaction;
}

function parseAnew({ boc }: TonTransaction): Transaction {
  return loadTransaction(Cell.fromBase64(boc).beginParse());
}

function listOuts(item: TonTransaction) {
  return parse(item).outMessages.values();
}

function change(item: TonTransaction, edit: (transaction: Transaction) => Transaction): TonTransaction {
  const edited = edit(parseAnew(item));
  const cell = beginCell().store(storeTransaction(edited)).endCell();
  return { ...item, lt: edited.lt, hash: cell.hash().toString("hex"), boc: cell.toBoc().toString("base64") };
}

/** The same transaction at the same place, with a description that cannot be parsed. */
export function makeUnreadable(item: TonTransaction): TonTransaction {
  const { bits, refs } = Cell.fromBase64(item.boc);
  const cell = new Cell({ bits, refs: [...refs.slice(0, -1), Cell.EMPTY] });
  const told = { ...item, hash: cell.hash().toString("hex"), boc: cell.toBoc().toString("base64") };
  tellLike(told, item);
  return told;
}

/** The hash of the transaction before, which is at the same place in each of them (TL-B `transaction$0111`). */
function readBefore({ boc }: TonTransaction): bigint {
  return Cell.fromBase64(boc)
    .beginParse()
    .skip(4 + 256 + 64)
    .loadUintBig(256);
}

/** A copy of a payment, right after it. */
function invent(item: TonTransaction): TonTransaction {
  return change(item, (transaction) => {
    const message = transaction.inMessage;
    if (message?.info.type !== "internal") throw new Error("not a payment");
    return { ...transaction, lt: transaction.lt + 1n, inMessage: postpone(message) };
  });
}

/** Lets each transaction name the one before. */
function relink(items: readonly TonTransaction[]): TonTransaction[] {
  const linked: TonTransaction[] = [];
  for (const item of items) {
    const before = linked.at(-1);
    const prevTransactionLt = before?.lt ?? 0n;
    const prevTransactionHash = BigInt(`0x${before?.hash ?? "0"}`);
    const known = readBefore(item);
    linked.push(
      known === prevTransactionHash
        ? item
        : change(item, (transaction) => ({ ...transaction, prevTransactionHash, prevTransactionLt })),
    );
  }
  return linked;
}
