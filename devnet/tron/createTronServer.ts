import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { TronWeb } from "tronweb";
import { readJson } from "../http/readJson.ts";
import { sendOpenly } from "../http/send.ts";
import { formatUnsigned, parseHexTransaction, parseTransaction } from "./parseTransaction.ts";
import type { TronTransaction } from "./parseTransaction.ts";
import { formatAccount, formatBlock, formatInfo, formatPermission, formatTransaction } from "./tronAnswers.ts";
import { PARAMETERS } from "./tronChain.ts";
import type { TronAccount, TronBlock, TronChain } from "./tronChain.ts";
import { createPermissions, weighSignatures } from "./tronPermissions.ts";
import { TronRefusal } from "./tronRefusal.ts";

/** How long a transaction lives that the node makes. */
const LIFE_MS = 60_000;
const MOST_TRANSACTIONS = 200;
const DEFAULT_TRANSACTIONS = 20;
const ACCOUNT_TRANSACTIONS = /^v1\/accounts\/([A-Za-z0-9]+)\/transactions$/;

type Input = Readonly<Record<string, unknown>>;

/** What a part of the API answers from: the newest block, or the newest solid one. */
interface View {
  readonly head: TronBlock;
}

type Method = (input: Input, view: View) => unknown;

/** A node of Tron behind its HTTP API: `/wallet/…`, `/walletsolidity/…`, and TronGrid's list of transactions. */
export function createTronServer(chain: TronChain): Server {
  const methods = createMethods(chain);
  return createServer((request, response) => {
    answer(chain, methods, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) send(response, 500, { Error: "internal error" });
    });
  });
}

interface Methods {
  /** In both parts of the API. */
  readonly both: Readonly<Record<string, Method>>;
  readonly fullOnly: Readonly<Record<string, Method>>;
}

async function answer(
  chain: TronChain,
  methods: Methods,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://tron");
  if (request.method === "OPTIONS") {
    send(response, 204, null);
    return;
  }
  const path = url.pathname.slice(1);
  const query = Object.fromEntries(url.searchParams);
  const address = ACCOUNT_TRANSACTIONS.exec(path)?.[1];
  try {
    if (address !== undefined) {
      send(response, 200, listAccountTransactions(chain, address, query));
      return;
    }
    const [part = "", name = ""] = path.split("/");
    const known =
      part === "wallet" ? { ...methods.both, ...methods.fullOnly } : part === "walletsolidity" ? methods.both : {};
    const method = Object.hasOwn(known, name) ? known[name] : undefined;
    if (method === undefined) {
      send(response, 404, { Error: "Not Found" });
      return;
    }
    const body = request.method === "POST" ? await readJson(request).catch(() => null) : {};
    if (body === null) throw new TronRefusal("OTHER_ERROR", "the body must be a JSON object");
    const head = part === "wallet" ? chain.readHead() : chain.readSolid();
    send(response, 200, method({ ...query, ...body }, { head }));
  } catch (error) {
    if (!(error instanceof TronRefusal)) throw error;
    send(response, 200, { Error: `class org.tron.core.exception.ContractValidateException : ${error.message}` });
  }
}

const send = (response: ServerResponse, status: number, value: unknown): void =>
  sendOpenly(response, status, value, "tron-pro-api-key");

function createMethods(chain: TronChain): Methods {
  const findBlock = (asked: unknown, { head }: View): TronBlock | null => {
    if (asked === undefined || asked === "") return head;
    const text = typeof asked === "string" ? asked : JSON.stringify(asked);
    const block = /^[0-9a-f]{64}$/i.test(text)
      ? chain.findBlockById(text.toLowerCase())
      : chain.findBlock(readWhole(text));
    return block === null || block.number > head.number ? null : block;
  };
  const tellBlock = (block: TronBlock | null, hasDetail = true) =>
    block === null ? {} : formatBlock(chain, block, hasDetail);
  const findTransaction = (input: Input, { head }: View) => {
    const included = chain.findTransaction(String(input["value"]).toLowerCase());
    return included === null || included.receipt.blockNumber > head.number ? null : included;
  };
  const readAccount = (input: Input, { head }: View): { address: string; account: TronAccount | null } => {
    const address = readAddress(input["address"]);
    return { address, account: chain.readAccount(address, head.number) };
  };
  const tellNet = (input: Input, view: View) => {
    const { account } = readAccount(input, view);
    if (account === null) return {};
    const freeNetUsed = chain.readNetUsed(account, view.head.timeMs);
    return { ...(freeNetUsed === 0 ? {} : { freeNetUsed }), freeNetLimit: PARAMETERS.getFreeNetLimit };
  };

  const both: Record<string, Method> = {
    getnowblock: (_, view) => tellBlock(view.head),
    getblock: (input, view) => tellBlock(findBlock(input["id_or_num"], view), isTrue(input["detail"])),
    getblockbynum: (input, view) => tellBlock(findBlock(input["num"] ?? 0, view)),
    getblockbyid: (input, view) => tellBlock(findBlock(input["value"] ?? "0".repeat(64), view)),
    gettransactionbyid: (input, view) => {
      const included = findTransaction(input, view);
      return included === null ? {} : formatTransaction(included);
    },
    gettransactioninfobyid: (input, view) => {
      const included = findTransaction(input, view);
      return included === null ? {} : formatInfo(included);
    },
    getaccount: (input, view) => {
      const { address, account } = readAccount(input, view);
      if (account === null) return {};
      return formatAccount(address, account, isTrue(input["visible"]) ? toBase58 : (hex) => hex);
    },
    getaccountnet: tellNet,
    getaccountresource: (input, view) => {
      const net = tellNet(input, view);
      return Object.keys(net).length === 0
        ? {}
        : { ...net, TotalNetLimit: 43_200_000_000, TotalEnergyLimit: 180_000_000_000 };
    },
    getcontract: (input, view) => {
      const address = readAddress(input["value"]);
      const account = chain.readAccount(address, view.head.number);
      return account === null || account.contractResult === null ? {} : { contract_address: address };
    },
    getnodeinfo: () => ({
      block: `Num:${chain.readHead().number},ID:${chain.readHead().id}`,
      solidityBlock: `Num:${chain.readSolid().number},ID:${chain.readSolid().id}`,
      configNodeInfo: { codeVersion: "devnet" },
    }),
  };

  return {
    both,
    fullOnly: {
      getchainparameters: () => ({
        chainParameter: Object.entries(PARAMETERS).map(([key, value]) => ({ key, value })),
      }),
      validateaddress: ({ address }) => {
        const text = String(address);
        if (!TronWeb.isAddress(text)) return { result: false, message: "Invalid address" };
        return { result: true, message: text.startsWith("T") ? "Base58check format" : "Hex string format" };
      },
      createtransaction: (input, { head }) => createTransfer(chain, input, head),
      getsignweight: (input) => describeSigning(chain, parseTransaction(input)),
      broadcasttransaction: (input) => broadcast(chain, () => parseTransaction(input), input["txID"]),
      broadcasthex: ({ transaction }) => {
        const told = broadcast(chain, () => parseHexTransaction(String(transaction)), undefined);
        // The client parses this field.
        return { ...told, ...(told["result"] === true ? { transaction: JSON.stringify({ txID: told["txid"] }) } : {}) };
      },
    },
  };
}

/** A transfer of the coin that is not signed yet. */
function createTransfer(chain: TronChain, input: Input, head: TronBlock): Record<string, unknown> {
  const owner = readAddress(input["owner_address"]);
  const to = readAddress(input["to_address"]);
  const amount = readWhole(input["amount"]);
  const account = chain.readAccount(owner);
  const solid = chain.readSolid();
  const refuse = (reason: string): never => {
    throw new TronRefusal(
      "CONTRACT_VALIDATE_ERROR",
      `Contract validate error : Validate TransferContract error, ${reason}`,
    );
  };
  if (account === null) return refuse("no OwnerAccount.");
  if (amount <= 0) refuse("Amount must be greater than 0.");
  if (owner === to) refuse("Cannot transfer TRX to yourself.");
  if (account.balance < amount) refuse("balance is not sufficient.");
  const { extra_data: data } = input;
  return formatUnsigned({
    contract: [
      {
        parameter: {
          value: { amount, owner_address: owner, to_address: to },
          type_url: "type.googleapis.com/protocol.TransferContract",
        },
        type: "TransferContract",
      },
    ],
    ref_block_bytes: solid.id.slice(12, 16),
    ref_block_hash: solid.id.slice(16, 32),
    expiration: head.timeMs + LIFE_MS,
    timestamp: head.timeMs,
    ...(typeof data === "string" && data !== "" ? { data } : {}),
  });
}

/** How much of the weight that a transaction needs its signatures have. */
function describeSigning(chain: TronChain, transaction: TronTransaction): Record<string, unknown> {
  const { txId, rawData, rawHex, signatures, value } = transaction;
  const owner = String(value["owner_address"]);
  const { permissions = createPermissions(owner) } = chain.readAccount(owner) ?? {};
  const signed = {
    ...(signatures.length === 0 ? {} : { signature: signatures }),
    txID: txId,
    raw_data: rawData,
    raw_data_hex: rawHex,
  };
  const told = { transaction: { result: { result: true }, txid: txId, transaction: signed } };
  try {
    const { permission, approved, weight, isEnough } = weighSignatures(transaction, permissions);
    return {
      result: isEnough ? {} : { code: "NOT_ENOUGH_PERMISSION" },
      permission: formatPermission(permission, (hex) => hex),
      approved_list: approved,
      current_weight: JSON.rawJSON(String(weight)),
      ...told,
    };
  } catch (error) {
    if (!(error instanceof TronRefusal)) throw error;
    return { result: { code: "PERMISSION_ERROR", message: error.message }, ...told };
  }
}

function broadcast(chain: TronChain, parse: () => TronTransaction, txID: unknown): Record<string, unknown> {
  try {
    const transaction = parse();
    try {
      chain.take(transaction);
      return { result: true, txid: transaction.txId };
    } catch (error) {
      return refuse(error, transaction.txId);
    }
  } catch (error) {
    return refuse(error, typeof txID === "string" ? txID : "");
  }
}

function refuse(error: unknown, txid: string): Record<string, unknown> {
  if (!(error instanceof TronRefusal)) throw error;
  return { code: error.code, txid, message: Buffer.from(error.message, "utf8").toString("hex") };
}

/** As TronGrid lists them. */
function listAccountTransactions(chain: TronChain, asked: string, query: Readonly<Record<string, string>>): unknown {
  const address = readAddress(asked);
  const solid = chain.readSolid().number;
  const limit = Math.min(MOST_TRANSACTIONS, Number(query["limit"] ?? DEFAULT_TRANSACTIONS));
  const listed = chain.listTransactions(address).filter(({ transaction, receipt }) => {
    const { value } = transaction;
    return (
      (query["only_confirmed"] !== "true" || receipt.blockNumber <= solid) &&
      (query["only_to"] !== "true" || value["to_address"] === address) &&
      (query["only_from"] !== "true" || value["owner_address"] === address) &&
      receipt.timeMs >= Number(query["min_timestamp"] ?? 0)
    );
  });
  const data = listed.slice(0, limit).map((included) => {
    const { blockNumber, timeMs, netFee, netUsage } = included.receipt;
    const place = { blockNumber, block_timestamp: timeMs, net_fee: netFee, net_usage: netUsage };
    return Object.assign(formatTransaction(included), place);
  });
  return { data, success: true, meta: { at: chain.readHead().timeMs, page_size: data.length } };
}

/** Base58check or hex, as hex. */
function readAddress(value: unknown): string {
  if (typeof value !== "string" || !TronWeb.isAddress(value)) throw new TronRefusal("OTHER_ERROR", "Invalid address");
  return TronWeb.address.toHex(value).toLowerCase();
}

function toBase58(address: string): string {
  return TronWeb.address.fromHex(address);
}

function readWhole(value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new TronRefusal("OTHER_ERROR", "a number that is not whole");
  return number;
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}
