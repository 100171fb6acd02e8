import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { PublicKey, SystemProgram, Transaction, VersionedMessage } from "@solana/web3.js";
import type { Keypair } from "@solana/web3.js";
import { readBody } from "../http/readJson.ts";
import { sendOpenly } from "../http/send.ts";
import {
  decodeAnyBase58,
  formatAccount,
  formatBlock,
  formatStatus,
  formatTransaction,
  readMemo,
  INVALID_PARAMS,
  SolanaRefusal,
} from "./solanaAnswers.ts";
import { computeFee, isVersion1, parseTransaction } from "./parsedTransaction.ts";
import type { ParsedTransaction } from "./parsedTransaction.ts";
import type { TransactionForm } from "./solanaAnswers.ts";
import type { Commitment, Outcome, SolanaBlock, SolanaChain, SolanaTransaction, SolanaView } from "./solanaChain.ts";
import { BLOCKHASH_LIFE } from "./settings.ts";
import { describeTransactionError } from "./transactionError.ts";

const VERSION = { "solana-core": "2.3.0", "feature-set": 0 };
const SLOTS_PER_EPOCH = 432_000;
const MOST_TRANSACTION_BYTES = 1_232;
const MOST_TRANSACTION_BYTES_OF_VERSION_1 = 4_096;
/** Where a message of version 1 has its blockhash. */
const BLOCKHASH_PLACE_OF_VERSION_1 = 8;
const MOST_SIGNATURES = 1_000;
const MOST_STATUSES = 256;
const MOST_ACCOUNTS = 100;
const MOST_LOCKED = 128;
const MOST_BLOCKS = 500_000;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const PREFLIGHT_FAILURE = -32_002;
const SIGNATURE_FAILURE = -32_003;
const BLOCK_NOT_AVAILABLE = -32_004;
const SLOT_SKIPPED = -32_007;
const MIN_CONTEXT_SLOT = -32_016;
const CLEANED_UP = -32_001;

export interface SolanaServerOptions {
  readonly chain: SolanaChain;
  /** What is told about the chain; the chain itself by default. */
  readonly view?: SolanaView;
  /** Pays airdrops; null for a node that gives none. */
  readonly faucet: Keypair | null;
}

type Params = readonly unknown[];
type Config = Readonly<Record<string, unknown>>;
type Method = (params: Params) => unknown;

/** A Solana node behind JSON-RPC over HTTP. */
export function createSolanaServer(options: SolanaServerOptions): Server {
  const methods = createMethods(options);
  return createServer((request, response) => {
    answer(methods, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) send(response, 500, null);
    });
  });
}

async function answer(
  methods: Readonly<Record<string, Method>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "OPTIONS") return send(response, 204, null);
  if (request.method === "GET" && request.url === "/health") return send(response, 200, "ok");
  if (request.method !== "POST") return send(response, 405, null);
  let body: unknown;
  try {
    body = JSON.parse((await readBody(request)).toString("utf8"));
  } catch {
    return send(response, 200, { jsonrpc: "2.0", error: { code: PARSE_ERROR, message: "Parse error" }, id: null });
  }
  const answers = Array.isArray(body) ? body.map((item) => answerCall(methods, item)) : answerCall(methods, body);
  send(response, 200, answers);
}

function answerCall(methods: Readonly<Record<string, Method>>, call: unknown): unknown {
  const { id = null, method, params = [] } = readConfig(call);
  try {
    if (typeof method !== "string") throw new SolanaRefusal(INVALID_REQUEST, "Invalid request");
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined) throw new SolanaRefusal(METHOD_NOT_FOUND, "Method not found");
    if (!Array.isArray(params)) throw new SolanaRefusal(INVALID_PARAMS, "`params` should be an array");
    return { jsonrpc: "2.0", result: run(params as Params), id };
  } catch (error) {
    if (!(error instanceof SolanaRefusal)) throw error;
    const { code, message, data } = error;
    return { jsonrpc: "2.0", error: { code, message, ...(data === undefined ? {} : { data }) }, id };
  }
}

const send = (response: ServerResponse, status: number, value: unknown): void =>
  sendOpenly(response, status, value, "solana-client");

function createMethods({ chain, view = chain, faucet }: SolanaServerOptions): Record<string, Method> {
  function readBlock(config: Config): SolanaBlock {
    const block = view.readHead(readCommitment(config));
    const least = config["minContextSlot"];
    if (typeof least === "number" && block.slot < least) {
      throw new SolanaRefusal(MIN_CONTEXT_SLOT, "Minimum context slot has not been reached", {
        contextSlot: block.slot,
      });
    }
    return block;
  }
  const withContext = ({ slot }: SolanaBlock, value: unknown) => ({
    context: { slot, apiVersion: VERSION["solana-core"] },
    value,
  });

  function findBlock(slot: number, config: Config): SolanaBlock {
    const head = view.readHead(readStoredCommitment(config));
    if (slot > head.slot) throw new SolanaRefusal(BLOCK_NOT_AVAILABLE, `Block not available for slot ${slot}`);
    const block = view.findBlock(slot);
    if (block !== null) return block;
    const oldest = view.readOldest().slot;
    throw slot < oldest
      ? new SolanaRefusal(
          CLEANED_UP,
          `Block ${slot} cleaned up, does not exist on node. First available block: ${oldest}`,
        )
      : new SolanaRefusal(SLOT_SKIPPED, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`);
  }

  function readStatus({ slot }: SolanaTransaction): Commitment {
    if (slot <= view.readHead("finalized").slot) return "finalized";
    return slot <= view.readHead("confirmed").slot ? "confirmed" : "processed";
  }

  /** A transaction in a block of the commitment level. */
  function findTransaction(signature: string, commitment: Commitment): SolanaTransaction | null {
    const found = view.findTransaction(signature);
    return found !== null && found.slot <= view.readHead(commitment).slot ? found : null;
  }

  function readEpoch(config: Config) {
    const { slot, height } = readBlock(config);
    return {
      absoluteSlot: slot,
      blockHeight: height,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: chain.countTransactions(),
    };
  }

  /** Adds empty blocks until the head is at a slot, as if their time had passed. */
  function travel(slot: number): void {
    for (let head = chain.readHead(); head.slot < slot; head = chain.readHead()) chain.seal(head.time);
  }

  function sendTransaction([data, options]: Params): string {
    const config = readConfig(options);
    const transaction = readTransaction(data, config["encoding"] ?? "base58");
    if (config["skipPreflight"] !== true) {
      const outcome = chain.simulate(transaction, { isSigned: true });
      if (outcome.error === "SignatureFailure") {
        throw new SolanaRefusal(SIGNATURE_FAILURE, "Transaction signature verification failure");
      }
      if (outcome.error !== null) {
        const reason = describeTransactionError(outcome.error);
        const message = `Transaction simulation failed: ${reason}`;
        throw new SolanaRefusal(PREFLIGHT_FAILURE, message, formatOutcome(outcome));
      }
    }
    chain.take(transaction);
    return transaction.signatures[0] ?? "";
  }

  return {
    getHealth: () => "ok",
    getVersion: () => VERSION,
    getGenesisHash: () => view.genesisHash,
    /** As on a cluster that has changed to Alpenglow with its first block. */
    getAgGenesisCert: () => ({
      block: { slot: view.readOldest().slot, blockId: [...Buffer.alloc(32, 1)] },
      signature: { signature: [...Buffer.alloc(192)], bitmap: [] },
    }),
    getIdentity: () => ({ identity: SystemProgram.programId.toBase58() }),
    getSlot: ([config]) => readBlock(readConfig(config)).slot,
    getBlockHeight: ([config]) => readBlock(readConfig(config)).height,
    getEpochInfo: ([config]) => readEpoch(readConfig(config)),
    /** A local node's own method, of Surfpool by its name: only forward. Tests need not wait for what passes by slots. */
    surfnet_timeTravel([config]) {
      travel(readWhole(readConfig(config)["absoluteSlot"]));
      return readEpoch({ commitment: "processed" });
    },
    getLatestBlockhash([config]) {
      const block = readBlock(readConfig(config));
      const { blockhash, height } = block;
      return withContext(block, { blockhash, lastValidBlockHeight: height + BLOCKHASH_LIFE });
    },
    isBlockhashValid([blockhash, config]) {
      const block = readBlock(readConfig(config));
      return withContext(block, view.isAlive(readText(blockhash), block));
    },
    getMinimumBalanceForRentExemption: ([bytes]) => Number(chain.readRent(BigInt(readWhole(bytes)))),
    getFeeForMessage([message, config]) {
      const block = readBlock(readConfig(config));
      let parsed: VersionedMessage;
      try {
        parsed = VersionedMessage.deserialize(Buffer.from(readText(message), "base64"));
      } catch {
        throw new SolanaRefusal(INVALID_PARAMS, "failed to deserialize the message");
      }
      return withContext(block, chain.isAlive(parsed.recentBlockhash) ? Number(computeFee(parsed)) : null);
    },
    getRecentPrioritizationFees([addresses]) {
      if (addresses !== undefined) readList(addresses, MOST_LOCKED).forEach(readAddress);
      // Blocks are never full here, so nobody has to offer more.
      return [{ slot: view.readHead("processed").slot, prioritizationFee: 0 }];
    },
    getBalance([address, config]) {
      const block = readBlock(readConfig(config));
      return withContext(block, Number(view.readAccount(readAddress(address), block.slot)?.lamports ?? 0n));
    },
    getAccountInfo([address, options]) {
      const config = readConfig(options);
      const block = readBlock(config);
      const account = view.readAccount(readAddress(address), block.slot);
      return withContext(block, formatAccount(account, readText(config["encoding"] ?? "base58")));
    },
    getMultipleAccounts([addresses, options]) {
      const config = readConfig(options);
      const block = readBlock(config);
      const encoding = readText(config["encoding"] ?? "base64");
      const accounts = readList(addresses, MOST_ACCOUNTS).map((address) =>
        formatAccount(view.readAccount(readAddress(address), block.slot), encoding),
      );
      return withContext(block, accounts);
    },
    sendTransaction,
    simulateTransaction([data, options]) {
      const config = readConfig(options);
      const block = readBlock(config);
      const transaction = readTransaction(data, config["encoding"] ?? "base58");
      const isSigned = config["sigVerify"] === true;
      const outcome = chain.simulate(withBlockhash(transaction, config, block), { isSigned });
      if (outcome.error === "SignatureFailure") {
        throw new SolanaRefusal(SIGNATURE_FAILURE, "Transaction signature verification failure");
      }
      return withContext(block, formatOutcome(outcome));
    },
    getSignatureStatuses([signatures]) {
      const block = view.readHead("processed");
      const statuses = readList(signatures, MOST_STATUSES).map((signature) => {
        const found = findTransaction(readSignature(signature), "processed");
        if (found === null) return null;
        const confirmationStatus = readStatus(found);
        return {
          slot: found.slot,
          confirmations: confirmationStatus === "finalized" ? null : block.slot - found.slot,
          err: found.error,
          status: formatStatus(found),
          confirmationStatus,
        };
      });
      return withContext(block, statuses);
    },
    getTransaction([signature, options]) {
      const config = readConfig(options, "encoding");
      const found = findTransaction(readSignature(signature), readStoredCommitment(config));
      if (found === null) return null;
      return { slot: found.slot, blockTime: found.time, ...formatTransaction(found, readForm(config)) };
    },
    getSignaturesForAddress([address, options]) {
      const config = readConfig(options);
      const { slot } = view.readHead(readStoredCommitment(config));
      const limit = config["limit"] === undefined ? MOST_SIGNATURES : readWhole(config["limit"]);
      if (limit < 1 || limit > MOST_SIGNATURES) {
        throw new SolanaRefusal(INVALID_PARAMS, `Invalid limit; max ${MOST_SIGNATURES}`);
      }
      const all = view.listTransactions(readAddress(address)).filter((transaction) => transaction.slot <= slot);
      const newest = all.toReversed();
      const { before, until } = config;
      const start = before === undefined || before === null ? 0 : newest.findIndex(isNamed(readSignature(before))) + 1;
      if (start === 0 && typeof before === "string") return [];
      const end = until === undefined || until === null ? -1 : newest.findIndex(isNamed(readSignature(until)));
      return newest
        .slice(start, end < 0 ? undefined : end)
        .slice(0, limit)
        .map((transaction) => ({
          signature: transaction.signature,
          slot: transaction.slot,
          err: transaction.error,
          memo: readMemo(transaction),
          blockTime: transaction.time,
          confirmationStatus: readStatus(transaction),
        }));
    },
    getBlock([slot, options]) {
      const config = readConfig(options, "encoding");
      const block = findBlock(readWhole(slot), config);
      const details = config["transactionDetails"] ?? "full";
      if (details === "none") return formatBlock(block);
      if (details === "signatures") {
        return { ...formatBlock(block), signatures: block.transactions.map(({ signature }) => signature) };
      }
      if (details !== "full") throw new SolanaRefusal(INVALID_PARAMS, `unknown variant \`${readText(details)}\``);
      const form = readForm(config);
      const rewards = config["rewards"] === false ? {} : { rewards: [] };
      return {
        ...formatBlock(block),
        transactions: block.transactions.map((transaction) => formatTransaction(transaction, form)),
        ...rewards,
      };
    },
    getBlocks([first, lastOrConfig, options]) {
      const hasLast = typeof lastOrConfig === "number";
      const config = readConfig(hasLast ? options : (lastOrConfig ?? options));
      const head = view.readHead(readStoredCommitment(config)).slot;
      const start = readWhole(first);
      const last = hasLast ? Math.min(lastOrConfig, head) : head;
      if (last - start > MOST_BLOCKS)
        throw new SolanaRefusal(INVALID_PARAMS, `Slot range too large; max ${MOST_BLOCKS}`);
      const slots = Array.from({ length: Math.max(0, last - start + 1) }, (_, step) => start + step);
      return slots.filter((slot) => view.findBlock(slot) !== null);
    },
    getBlockTime: ([slot]) => findBlock(readWhole(slot), { commitment: "confirmed" }).time,
    getFirstAvailableBlock: () => view.readOldest().slot,
    requestAirdrop([address, lamports, config]) {
      if (faucet === null) throw new SolanaRefusal(-32_603, "Internal error");
      const { blockhash } = readBlock(readConfig(config));
      const transaction = new Transaction({ feePayer: faucet.publicKey, blockhash, lastValidBlockHeight: 0 });
      transaction.add(
        SystemProgram.transfer({
          fromPubkey: faucet.publicKey,
          toPubkey: new PublicKey(readAddress(address)),
          lamports: readWhole(lamports),
        }),
      );
      transaction.sign(faucet);
      return sendTransaction([transaction.serialize().toString("base64"), { encoding: "base64" }]);
    },
  };
}

function isNamed(signature: string): (transaction: SolanaTransaction) => boolean {
  return (transaction) => transaction.signature === signature;
}

function formatOutcome({ error, logs, units }: Outcome): unknown {
  return {
    err: error,
    logs,
    accounts: null,
    unitsConsumed: Number(units),
    returnData: null,
    innerInstructions: null,
  };
}

/** Where the client asks for it, the newest blockhash instead of its own. */
function withBlockhash(transaction: ParsedTransaction, config: Config, { blockhash }: SolanaBlock): ParsedTransaction {
  if (config["replaceRecentBlockhash"] !== true) return transaction;
  const { message } = transaction;
  message.recentBlockhash = blockhash;
  if (isVersion1(transaction.raw)) {
    const bytes = Buffer.from(transaction.raw);
    bytes.set(new PublicKey(blockhash).toBytes(), BLOCKHASH_PLACE_OF_VERSION_1);
    return { ...transaction, message, raw: bytes };
  }
  const count = message.header.numRequiredSignatures;
  const raw = Buffer.concat([Buffer.from([count]), Buffer.alloc(64 * count), message.serialize()]);
  return { ...transaction, message, raw };
}

/** What a client's configuration says, or its encoding alone. */
function readConfig(value: unknown, textMeans?: string): Config {
  if (typeof value === "string" && textMeans !== undefined) return { [textMeans]: value };
  return typeof value === "object" && value !== null ? (value as Config) : {};
}

function readCommitment({ commitment }: Config): Commitment {
  if (commitment === undefined || commitment === null) return "finalized";
  if (commitment === "processed" || commitment === "confirmed" || commitment === "finalized") return commitment;
  throw new SolanaRefusal(INVALID_PARAMS, `unknown variant \`${readText(commitment)}\``);
}

/** The commitment that a call asks for. A node stores nothing that is not confirmed. */
function readStoredCommitment(config: Config): Commitment {
  const commitment = readCommitment(config);
  if (commitment !== "processed") return commitment;
  throw new SolanaRefusal(INVALID_PARAMS, "Method does not support commitment below `confirmed`");
}

function readForm({ encoding, maxSupportedTransactionVersion: version }: Config): TransactionForm {
  return { encoding: readText(encoding ?? "json"), maxVersion: typeof version === "number" ? version : null };
}

function readTransaction(data: unknown, encoding: unknown): ParsedTransaction {
  const text = readText(data);
  if (encoding !== "base58" && encoding !== "base64") {
    throw new SolanaRefusal(
      INVALID_PARAMS,
      `unsupported encoding: ${readText(encoding)}. Supported encodings: base58, base64`,
    );
  }
  const raw = encoding === "base64" ? Buffer.from(text, "base64") : decodeAnyBase58(text);
  if (raw === null) throw new SolanaRefusal(INVALID_PARAMS, "invalid base58 encoding");
  const most = isVersion1(raw) ? MOST_TRANSACTION_BYTES_OF_VERSION_1 : MOST_TRANSACTION_BYTES;
  if (raw.length > most) {
    const message = `decoded VersionedTransaction too large: ${raw.length} bytes (max: ${most} bytes)`;
    throw new SolanaRefusal(INVALID_PARAMS, message);
  }
  try {
    return parseTransaction(raw);
  } catch {
    throw new SolanaRefusal(
      INVALID_PARAMS,
      "failed to deserialize solana_transaction::versioned::VersionedTransaction",
    );
  }
}

function readText(value: unknown): string {
  if (typeof value === "string") return value;
  throw new SolanaRefusal(INVALID_PARAMS, "Invalid params: expected a string");
}

function readWhole(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new SolanaRefusal(INVALID_PARAMS, "Invalid params: expected u64");
}

function readList(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new SolanaRefusal(INVALID_PARAMS, "Invalid params: expected a list");
  if (value.length > most) throw new SolanaRefusal(INVALID_PARAMS, `Too many inputs provided; max ${most}`);
  return value as readonly unknown[];
}

function readAddress(value: unknown): string {
  const text = readText(value);
  if (decodeAnyBase58(text)?.length === 32) return text;
  throw new SolanaRefusal(INVALID_PARAMS, "Invalid param: Invalid");
}

function readSignature(value: unknown): string {
  const text = readText(value);
  if (decodeAnyBase58(text)?.length === 64) return text;
  throw new SolanaRefusal(INVALID_PARAMS, "Invalid param: Invalid");
}
