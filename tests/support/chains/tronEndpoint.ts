import { utils } from "tronweb";
import { createServer, type Server } from "node:http";
import { readJson } from "#devnet/http/readJson.ts";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import type { TronChain } from "#devnet/tron/tronChain.ts";
import { hashRaw } from "#server/chains/tron/rawTransaction.ts";
import type { LabEndpoint, Lie } from "./chainLab.ts";

const DAY_MS = 86_400_000;
/** The start and the end of a group, field 100. */
const GROUP_HEX = "a306a406";

type Fields = Record<string, unknown>;

/** `failed`: it says that the transaction moved nothing. */
export type TronLie = Lie | { kind: "failed"; txId: string };

/** What an endpoint answers instead of the honest result of a call. */
export type TronAnswerLie = (method: string, honest: Fields) => Fields;

/** A proxy before a node that can be down, behind or dishonest. */
export class TronEndpoint implements LabEndpoint {
  readonly #chain: TronChain;
  readonly #nodeUrl: string;
  /** Transactions as the API writes them that were never sent, by their id. */
  readonly #unsent: ReadonlyMap<string, Fields>;
  /** Ids of transactions whose bytes nobody parses. */
  readonly #unreadable: ReadonlySet<string>;
  #lie: TronLie | null = null;
  #answerLie: TronAnswerLie | null = null;
  #isAway = false;
  /** Where it began to lie. */
  #tip = 0;
  #server: Server | null = null;
  url = "";

  constructor(chain: TronChain, nodeUrl: string, unsent: ReadonlyMap<string, Fields>, unreadable: ReadonlySet<string>) {
    this.#unreadable = unreadable;
    this.#chain = chain;
    this.#nodeUrl = nodeUrl;
    this.#unsent = unsent;
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      if (this.#isAway) return void request.destroy();
      const answer = async (): Promise<void> => {
        const method = (request.url ?? "").slice(1);
        const told = await this.#answer(method, await readJson(request));
        const answered = this.#answerLie?.(method, told) ?? told;
        response.setHeader("content-type", "application/json").end(JSON.stringify(answered));
      };
      answer().catch(() => request.destroy());
      return undefined;
    });
    this.url = `http://127.0.0.1:${await listenLocally(this.#server, 0)}`;
  }

  async stop(): Promise<void> {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }

  setLie(lie: TronLie | null): void {
    this.#lie = lie;
    if (lie === null) this.#answerLie = null;
    this.#tip = this.#chain.readHead().number;
  }

  /** Beside another lie. */
  setAnswerLie(lie: TronAnswerLie): void {
    this.#answerLie = lie;
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
  }

  async #ask(method: string, params: Fields): Promise<Fields> {
    const body = JSON.stringify(params);
    const answer = (await (await fetch(`${this.#nodeUrl}/${method}`, { method: "POST", body })).json()) as Fields;
    const transactions = answer["transactions"];
    if (!Array.isArray(transactions)) return answer;
    const changed = (transactions as Fields[]).map((transaction) =>
      this.#unreadable.has(String(transaction["txID"])) ? addGroup(transaction) : transaction,
    );
    return { ...answer, transactions: changed };
  }

  async #answer(method: string, params: Fields): Promise<Fields> {
    const lie = this.#lie;
    if (lie === null) return this.#ask(method, params);
    if (lie.kind === "invented" && params["value"] === lie.txId) {
      if (method.endsWith("/gettransactionbyid")) return this.#unsent.get(lie.txId) ?? {};
      return { ...(await this.#ask(method, { value: lie.like })), id: lie.txId };
    }
    if (method.endsWith("/gettransactionbyid") && "txId" in lie && lie.kind !== "unlisted") {
      return this.#change([await this.#ask(method, params)], lie)[0] ?? {};
    }
    if (!method.includes("/getblock")) return this.#ask(method, params);
    const { number: head } = this.#chain.readHead();
    if (lie.kind === "ahead") return this.#invent(method, params, this.#tip);
    if (lie.kind === "farAhead") return this.#invent(method, params, head);
    if (lie.kind === "behind") return this.#stayBehind(method, params, lie.blocks);
    const block = await this.#ask(method, params);
    if (lie.kind === "laterTimes") return delay(block);
    const transactions = (block["transactions"] ?? []) as Fields[];
    if (transactions.length === 0 || !("txId" in lie)) return block;
    return { ...block, transactions: this.#change(transactions, lie) };
  }

  #change(transactions: Fields[], lie: Extract<TronLie, { txId: string }>): Fields[] {
    const change = (to: (transaction: Fields) => Fields) =>
      transactions.map((transaction) => (transaction["txID"] === lie.txId ? to(transaction) : transaction));
    switch (lie.kind) {
      case "unlisted":
        return transactions.filter(({ txID }) => txID !== lie.txId);
      case "invented": {
        const unsent = transactions.some(({ txID }) => txID === lie.like) ? this.#unsent.get(lie.txId) : undefined;
        return unsent === undefined ? transactions : [...transactions, unsent];
      }
      case "failed":
        return change((transaction) => ({ ...transaction, ret: [{ contractRet: "REVERT" }] }));
      case "amount":
        return change((transaction) => rewrite(transaction, ({ amount }) => ({ amount: Number(amount) * 2 })));
      case "sender":
        return change((transaction) => rewrite(transaction, () => ({ owner_address: `41${"5".repeat(40)}` })));
      case "reference":
        throw new Error("Tron has no references");
    }
  }

  async #stayBehind(method: string, params: Fields, blocks: number): Promise<Fields> {
    const head = this.#chain.readHead().number - blocks;
    const asked = params["id_or_num"] ?? params["num"];
    const newest = method.startsWith("walletsolidity/") ? this.#chain.readSolid().number - blocks : head;
    if (asked === undefined) return this.#ask("wallet/getblock", { ...params, id_or_num: String(newest) });
    return Number(asked) > head ? {} : this.#ask(method, params);
  }

  async #invent(method: string, params: Fields, tip: number): Promise<Fields> {
    const number = Number(params["id_or_num"] ?? params["num"] ?? tip + 40);
    if (number <= tip) return this.#ask(method, params);
    const model = await this.#ask("wallet/getblock", { id_or_num: String(tip) });
    const header = model["block_header"] as { raw_data: Fields };
    const parentHash = number === tip + 1 ? model["blockID"] : nameBlock(number - 1);
    return { blockID: nameBlock(number), block_header: { raw_data: { ...header.raw_data, number, parentHash } } };
  }
}

function nameBlock(number: number): string {
  return number.toString(16).padStart(16, "0").padEnd(64, "f");
}

function delay(block: Fields): Fields {
  const header = block["block_header"] as { raw_data: { timestamp: number } } | undefined;
  if (header === undefined) return block;
  const { timestamp } = header.raw_data;
  return { ...block, block_header: { raw_data: { ...header.raw_data, timestamp: timestamp + DAY_MS } } };
}

/** A copy with a field of a kind that was given up, under the id of these bytes. */
function addGroup(transaction: Fields): Fields {
  const hex = String(transaction["raw_data_hex"]);
  return { ...transaction, raw_data_hex: `${hex}${GROUP_HEX}`, txID: nameUnreadable(hex) };
}

/** The id of that copy. */
export function nameUnreadable(rawHex: string): string {
  return hashRaw(Buffer.from(`${rawHex}${GROUP_HEX}`, "hex"));
}

/** A forged copy: its content is changed, its id is not. */
function rewrite(transaction: Fields, change: (value: Fields) => Fields): Fields {
  const raw = structuredClone(transaction["raw_data"]) as { contract: [{ parameter: { value: Fields } }] };
  const [{ parameter }] = raw.contract;
  parameter.value = { ...parameter.value, ...change(parameter.value) };
  const pb = utils.transaction.txJsonToPb({ raw_data: raw, visible: false });
  return { ...transaction, raw_data: raw, raw_data_hex: utils.transaction.txPbToRawDataHex(pb).toLowerCase() };
}
