import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Address, beginCell, Cell, Dictionary, loadTransaction, parseTuple, storeMessage } from "@ton/core";
import type { StateInit, TupleItem } from "@ton/core";
import { computeCrc16 } from "#domain/address/crc16.ts";
import { readJson } from "../http/readJson.ts";
import { sendOpenly } from "../http/send.ts";
import {
  formatAccountState,
  formatBlockId,
  formatHeader,
  formatTransaction,
  formatTransactionId,
  formatZeroState,
  readBalance,
  readCode,
  readInMessage,
  readOutMessages,
  toBase64,
  readWallet,
} from "./tonAnswers.ts";
import type { TonBlock, TonChain, TonTransaction, TonView } from "./tonChain.ts";
import { TonRefusal } from "./tonChain.ts";
import { API_PATH, GLOBAL_ID } from "./settings.ts";

const MOST_TRANSACTIONS = 100;
const MASTERCHAIN = -1;

export interface TonServerOptions {
  readonly chain: TonChain;
  /** What is told about the chain; the chain itself by default. */
  readonly view?: TonView;
  /** Unix time. */
  readonly now: () => number;
}

type Input = Readonly<Record<string, unknown>>;
type Method = (input: Input) => unknown;

/** A TON node behind the HTTP API of toncenter v2: `GET` or `POST /api/v2/<method>`, and `POST /api/v2/jsonRPC`. */
export function createTonServer(options: TonServerOptions): Server {
  const methods = createMethods(options);
  return createServer((request, response) => {
    answer(methods, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) send(response, 500, { ok: false, error: "internal error", code: 500 });
    });
  });
}

async function answer(
  methods: Readonly<Record<string, Method>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://ton");
  if (request.method === "OPTIONS") {
    send(response, 204, null);
    return;
  }
  const name = url.pathname.startsWith(`${API_PATH}/`) ? url.pathname.slice(API_PATH.length + 1) : "";
  const body = await readInput(request);
  const isRpc = name === "jsonRPC";
  const id = isRpc ? { id: body?.["id"] ?? null, jsonrpc: "2.0" } : {};
  try {
    if (body === null) throw new TonRefusal(422, "the body must be a JSON object");
    const method = Object.hasOwn(methods, isRpc ? String(body["method"]) : name)
      ? methods[isRpc ? String(body["method"]) : name]
      : undefined;
    if (method === undefined) throw new TonRefusal(isRpc ? 422 : 404, isRpc ? "Unknown method" : "Not Found");
    const input = isRpc ? toInput(body["params"]) : { ...Object.fromEntries(url.searchParams), ...body };
    const extra = `${Date.now() / 1_000}:0:0`;
    send(response, 200, { ok: true, result: await method(input), "@extra": extra, ...id });
  } catch (error) {
    if (!(error instanceof TonRefusal)) throw error;
    send(response, error.status, { ok: false, error: error.message, code: error.status, ...id });
  }
}

async function readInput(request: IncomingMessage): Promise<Input | null> {
  if (request.method !== "POST") return {};
  return readJson(request).catch(() => null);
}

function toInput(value: unknown): Input {
  return typeof value === "object" && value !== null ? (value as Input) : {};
}

const send = (response: ServerResponse, status: number, value: unknown): void =>
  sendOpenly(response, status, value, "x-api-key, x-ton-client-version");

function createMethods({ chain, view = chain, now }: TonServerOptions): Record<string, Method> {
  /** The block that the question names, or the newest one. */
  function readAsked(input: Input): TonBlock {
    if (input["seqno"] === undefined || input["seqno"] === null) return view.readHead();
    return findBlock(readWhole(input, "seqno"));
  }

  function findBlock(seqno: number): TonBlock {
    const block = view.findBlock(seqno);
    if (block === null) {
      throw new TonRefusal(500, "LITE_SERVER_NOTREADY: ltdb: block not found");
    }
    return block;
  }

  function readInformation(input: Input) {
    const block = readAsked(input);
    const account = readAddress(input, "address").toRawString();
    const { shardAccount, lastLt, lastHash } = view.readAccount(account, block.seqno);
    return {
      "@type": "raw.fullAccountState",
      balance: String(readBalance(shardAccount)),
      extra_currencies: [],
      ...readCode(shardAccount),
      last_transaction_id: formatTransactionId(lastLt, lastHash),
      block_id: formatBlockId(block),
      frozen_hash: "",
      sync_utime: block.time,
      state: formatAccountState(shardAccount),
    };
  }

  function listVisible(account: string): readonly TonTransaction[] {
    const { seqno } = view.readHead();
    return view.listTransactions(account).filter((transaction) => transaction.seqno <= seqno);
  }

  async function runMethod(input: Input) {
    const block = readAsked(input);
    const address = readAddress(input, "address");
    const account = address.toRawString();
    const stack = readStack(input["stack"]);
    const call = { methodId: readMethodId(input["method"]), stack, time: block.time };
    const run = await chain.runGetMethod(account, block.seqno, call);
    const ids = {
      block_id: formatBlockId(block),
      last_transaction_id: formatTransactionId(
        view.readAccount(account, block.seqno).lastLt,
        view.readAccount(account, block.seqno).lastHash,
      ),
    };
    // What a node answers for an account without code.
    if (run === null) return { "@type": "smc.runResult", gas_used: 0, stack: [], exit_code: -13, ...ids };
    if (!run.output.success) throw new TonRefusal(500, run.output.error);
    const { gas_used: gas, vm_exit_code: exitCode, stack: result } = run.output;
    return {
      "@type": "smc.runResult",
      gas_used: Number(gas),
      stack: exitCode === 0 || exitCode === 1 ? parseTuple(Cell.fromBase64(result)).map(formatStackItem) : [],
      exit_code: exitCode,
      ...ids,
    };
  }

  const sendBoc = (input: Input) => chain.accept(readText(input, "boc"), Math.max(now(), view.readHead().time));

  function locateSource(input: Input) {
    const source = readAddress(input, "source").toRawString();
    const destination = readAddress(input, "destination").toRawString();
    const createdLt = readText(input, "created_lt");
    const found = listVisible(source).find((transaction) =>
      readOutMessages(transaction).some(
        ({ info }) =>
          info.type === "internal" && info.dest.toRawString() === destination && String(info.createdLt) === createdLt,
      ),
    );
    if (found === undefined) throw new TonRefusal(500, "transaction was not found");
    return formatTransaction(found);
  }

  function locateResult(input: Input) {
    const source = readAddress(input, "source").toRawString();
    const destination = readAddress(input, "destination").toRawString();
    const createdLt = readText(input, "created_lt");
    const found = listVisible(destination).find((transaction) => {
      const info = readInMessage(transaction)?.info;
      return info?.type === "internal" && info.src.toRawString() === source && String(info.createdLt) === createdLt;
    });
    if (found === undefined) throw new TonRefusal(500, "transaction was not found");
    return formatTransaction(found);
  }

  return {
    getMasterchainInfo: () => ({
      "@type": "blocks.masterchainInfo",
      last: formatBlockId(view.readHead()),
      state_root_hash: toBase64(view.readHead().rootHash),
      init: formatZeroState(view.genesisHash),
    }),
    getBlockHeader(input) {
      const block = findBlock(readWhole(input, "seqno"));
      return formatHeader(block, view.findBlock(block.seqno - 1), readWhole(input, "workchain"), GLOBAL_ID);
    },
    lookupBlock(input) {
      const workchain = readWhole(input, "workchain");
      readText(input, "shard");
      if (input["seqno"] !== undefined) return formatBlockId(findBlock(readWhole(input, "seqno")), workchain);
      for (let { seqno } = view.readHead(); seqno > 0; seqno -= 1) {
        const block = view.findBlock(seqno);
        if (block === null) break;
        const isFound =
          input["lt"] === undefined
            ? block.time <= readWhole(input, "unixtime")
            : block.startLt <= BigInt(readText(input, "lt"));
        if (isFound) return formatBlockId(block, workchain);
      }
      throw new TonRefusal(500, "LITE_SERVER_NOTREADY: ltdb: block not found");
    },
    shards: (input) => ({
      "@type": "blocks.shards",
      shards: [formatBlockId(findBlock(readWhole(input, "seqno")), 0)],
    }),
    getBlockTransactions(input) {
      const workchain = readWhole(input, "workchain");
      const block = findBlock(readWhole(input, "seqno"));
      const transactions = workchain === MASTERCHAIN ? [] : block.transactions;
      return {
        "@type": "blocks.transactions",
        id: formatBlockId(block, workchain),
        req_count: 40,
        incomplete: false,
        transactions: transactions.map(({ account, lt, hash }) => ({
          "@type": "blocks.shortTxId",
          mode: 135,
          account,
          lt: String(lt),
          hash: toBase64(hash),
        })),
      };
    },
    getAddressInformation: readInformation,
    getExtendedAddressInformation(input) {
      const { balance, last_transaction_id, block_id, sync_utime, code, data } = readInformation(input);
      return {
        "@type": "fullAccountState",
        address: { "@type": "accountAddress", account_address: readAddress(input, "address").toString() },
        balance,
        last_transaction_id,
        block_id,
        sync_utime,
        account_state:
          code === ""
            ? { "@type": "uninited.accountState", frozen_hash: "" }
            : { "@type": "raw.accountState", code, data, frozen_hash: "" },
        revision: 0,
      };
    },
    getAddressBalance: (input) => readInformation(input).balance,
    getAddressState: (input) => readInformation(input).state,
    getWalletInformation(input) {
      const { balance, state, code, data, last_transaction_id } = readInformation(input);
      const wallet = readWallet(code, data);
      return {
        wallet: wallet !== null,
        balance,
        account_state: state,
        ...(wallet === null ? {} : { wallet_type: wallet.type, seqno: wallet.seqno, wallet_id: wallet.walletId }),
        last_transaction_id,
      };
    },
    getTransactions(input) {
      const all = listVisible(readAddress(input, "address").toRawString()).toReversed();
      const limit = input["limit"] === undefined ? 10 : readWhole(input, "limit");
      if (limit < 1 || limit > MOST_TRANSACTIONS) throw new TonRefusal(422, "limit must be from 1 to 100");
      const toLt = input["to_lt"] === undefined ? 0n : BigInt(readText(input, "to_lt"));
      const hasStart = input["lt"] !== undefined;
      if (hasStart !== (input["hash"] !== undefined)) throw new TonRefusal(422, "lt and hash belong together");
      const start = hasStart ? findTransaction(all, readText(input, "lt"), readHash(input)) : 0;
      return all
        .slice(start, start + limit)
        .filter(({ lt }) => lt > toLt)
        .map(formatTransaction);
    },
    tryLocateTx: locateResult,
    tryLocateResultTx: locateResult,
    tryLocateSourceTx: locateSource,
    runGetMethod: runMethod,
    async sendBoc(input) {
      await sendBoc(input);
      return { "@type": "ok" };
    },
    async sendBocReturnHash(input) {
      return { "@type": "raw.extMessageInfo", hash: toBase64(await sendBoc(input)) };
    },
    async estimateFee(input) {
      const address = readAddress(input, "address");
      const init = readInit(input);
      const message = beginCell()
        .store(
          storeMessage({
            info: { type: "external-in", dest: address, importFee: 0n },
            body: readCell(input, "body"),
            ...(init === null ? {} : { init }),
          }),
        )
        .endCell();
      const { time } = view.readHead();
      const transaction = await chain.emulate(message, address.toRawString(), time);
      if (transaction === null) throw new TonRefusal(500, "the message is not accepted");
      const { description, outMessages } = loadTransaction(transaction.beginParse());
      if (description.type !== "generic") throw new TonRefusal(500, "not an ordinary transaction");
      const { computePhase, storagePhase } = description;
      const forwarded = [...outMessages.values()].reduce(
        (sum, { info }) => (info.type === "internal" ? sum + info.forwardFee : sum),
        0n,
      );
      return {
        "@type": "query.fees",
        source_fees: {
          "@type": "fees",
          in_fwd_fee: message.bits.length * 400,
          storage_fee: Number(storagePhase?.storageFeesCollected ?? 0n),
          gas_fee: Number(computePhase.type === "vm" ? computePhase.gasFees : 0n),
          fwd_fee: Number(forwarded),
        },
        destination_fees: [],
      };
    },
    getConfigParam(input) {
      const name = input["config_id"] === undefined ? "param" : "config_id";
      const parameters = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), view.config);
      const cell = parameters.get(readWhole(input, name)) ?? new Cell();
      return {
        "@type": "configInfo",
        config: { "@type": "tvm.cell", bytes: cell.toBoc().toString("base64") },
      };
    },
    getConfigAll: () => ({
      "@type": "configInfo",
      config: { "@type": "tvm.cell", bytes: view.config.toBoc().toString("base64") },
    }),
  };
}

function findTransaction(all: readonly TonTransaction[], lt: string, hash: string): number {
  const place = all.findIndex((transaction) => String(transaction.lt) === lt && transaction.hash === hash);
  if (place < 0) {
    throw new TonRefusal(500, "LITE_SERVER_UNKNOWN: cannot compute block with specified transaction: lt not in db");
  }
  return place;
}

function readText(input: Input, name: string): string {
  const value = input[name];
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || value === "") throw new TonRefusal(422, `${name}: Field required`);
  return value;
}

function readWhole(input: Input, name: string): number {
  const value = Number(readText(input, name));
  if (!Number.isSafeInteger(value)) throw new TonRefusal(422, `${name}: value is not a valid integer`);
  return value;
}

function readAddress(input: Input, name: string): Address {
  const text = readText(input, name);
  try {
    return Address.parse(text);
  } catch {
    throw new TonRefusal(416, "Incorrect address");
  }
}

/** A hash in hex, base64 or base64url, as hex. */
function readHash(input: Input): string {
  const text = readText(input, "hash");
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : Buffer.from(text, "base64").toString("hex");
}

function readCell(input: Input, name: string): Cell {
  const text = readText(input, name);
  try {
    return Cell.fromBase64(text);
  } catch {
    throw new TonRefusal(422, `${name}: not a bag of cells`);
  }
}

function readInit(input: Input): StateInit | null {
  if (input["init_code"] === undefined || input["init_code"] === "") return null;
  return { code: readCell(input, "init_code"), data: readCell(input, "init_data") };
}

function readMethodId(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value === "") throw new TonRefusal(422, "method: Field required");
  // The compilers' numbers of named methods.
  return (computeCrc16(new TextEncoder().encode(value)) & 0xffff) | 0x1_0000;
}

function readStack(value: unknown): TupleItem[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TonRefusal(422, "stack: not a list");
  return value.map((item: unknown): TupleItem => {
    const [type, content] = Array.isArray(item) ? (item as unknown[]) : [];
    try {
      if (type === "num") return { type: "int", value: BigInt(String(content)) };
      if (type === "tvm.Cell") return { type: "cell", cell: Cell.fromBase64(String(content)) };
      if (type === "tvm.Slice") return { type: "slice", cell: Cell.fromBase64(String(content)) };
    } catch {
      // Falls through to the refusal.
    }
    throw new TonRefusal(422, "stack: an item of an unknown type");
  });
}

function formatStackItem(item: TupleItem): unknown {
  switch (item.type) {
    case "int":
      return ["num", item.value < 0n ? `-0x${(-item.value).toString(16)}` : `0x${item.value.toString(16)}`];
    case "cell":
      return ["cell", { bytes: item.cell.toBoc().toString("base64") }];
    case "slice":
      return ["slice", { bytes: item.cell.toBoc().toString("base64") }];
    case "null":
      return ["list", { "@type": "tvm.list", elements: [] }];
    case "nan":
    case "builder":
    case "tuple":
      throw new TonRefusal(500, `a stack item of type ${item.type}`);
  }
}
