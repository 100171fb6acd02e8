import { Address, Cell, loadTransaction } from "@ton/core";
import type { Message, ShardAccount, Slice, Transaction } from "@ton/core";
import type { TonBlock, TonTransaction } from "./tonChain.ts";

const MASTERCHAIN = -1;
const WHOLE_SHARD = "-9223372036854775808";
const TEXT_OPCODE = 0;

/** The id of a masterchain block, or of the workchain's block that it commits. */
export function formatBlockId({ seqno, rootHash }: TonBlock, workchain = MASTERCHAIN) {
  return {
    "@type": "ton.blockIdExt",
    workchain,
    shard: WHOLE_SHARD,
    seqno,
    root_hash: toBase64(workchain === MASTERCHAIN ? rootHash : flip(rootHash)),
    file_hash: toBase64(flip(rootHash)),
  };
}

export function formatZeroState(genesisHash: string) {
  return {
    "@type": "ton.blockIdExt",
    workchain: MASTERCHAIN,
    shard: "0",
    seqno: 0,
    root_hash: toBase64(genesisHash),
    file_hash: toBase64(flip(genesisHash)),
  };
}

export function formatHeader(block: TonBlock, parent: TonBlock | null, workchain: number, globalId: number) {
  return {
    "@type": "blocks.header",
    id: formatBlockId(block, workchain),
    global_id: globalId,
    version: 0,
    after_merge: false,
    after_split: false,
    before_split: false,
    want_merge: true,
    want_split: false,
    validator_list_hash_short: 0,
    catchain_seqno: 0,
    min_ref_mc_seqno: Math.max(0, block.seqno - 1),
    is_key_block: false,
    prev_key_block_seqno: 0,
    start_lt: String(block.startLt),
    end_lt: String(block.endLt),
    gen_utime: block.time,
    prev_blocks: parent === null ? [] : [formatBlockId(parent, workchain)],
  };
}

export function formatTransactionId(lt: bigint, hash: string) {
  return { "@type": "internal.transactionId", lt: String(lt), hash: toBase64(hash) };
}

/** `active`, `uninitialized` or `frozen`. */
export function formatAccountState({ account }: ShardAccount): string {
  const type = account?.storage.state.type ?? "uninit";
  return type === "uninit" ? "uninitialized" : type;
}

export function readBalance({ account }: ShardAccount): bigint {
  return account?.storage.balance.coins ?? 0n;
}

export function readCode({ account }: ShardAccount): { code: string; data: string } {
  const state = account?.storage.state;
  if (state?.type !== "active") return { code: "", data: "" };
  const { code, data } = state.state;
  return { code: formatCell(code), data: formatCell(data) };
}

/** Accounts are told again and again, and wallets share their code. */
const formatted = new WeakMap<Cell, string>();

function formatCell(cell: Cell | null | undefined): string {
  if (cell === null || cell === undefined) return "";
  const text = formatted.get(cell) ?? cell.toBoc().toString("base64");
  formatted.set(cell, text);
  return text;
}

const parsed = new WeakMap<TonTransaction, Transaction>();

function parse(item: TonTransaction): Transaction {
  const known = parsed.get(item);
  if (known !== undefined) return known;
  const transaction = loadTransaction(Cell.fromBase64(item.boc).beginParse());
  parsed.set(item, transaction);
  return transaction;
}

/** Lets a transaction whose bytes nobody here can parse be told by the fields of another one. */
export function tellLike(item: TonTransaction, other: TonTransaction): void {
  parsed.set(item, parse(other));
}

/** A transaction in toncenter's form. */
export function formatTransaction(item: TonTransaction) {
  const { account, lt, hash, boc } = item;
  const transaction = parse(item);
  const { inMessage, outMessages, now, totalFees, description } = transaction;
  const storageFee = "storagePhase" in description ? (description.storagePhase?.storageFeesCollected ?? 0n) : 0n;
  const outs = outMessages.values();
  const forwarded = outs.reduce(
    (sum, { info }) => (info.type === "internal" ? sum + info.forwardFee + info.ihrFee : sum),
    0n,
  );
  const fee = totalFees.coins + forwarded;
  return {
    "@type": "raw.transaction",
    address: { "@type": "accountAddress", account_address: Address.parseRaw(account).toString() },
    account,
    utime: now,
    data: boc,
    transaction_id: formatTransactionId(lt, hash),
    fee: String(fee),
    storage_fee: String(storageFee),
    other_fee: String(fee - storageFee),
    in_msg: inMessage === undefined || inMessage === null ? undefined : formatMessage(inMessage),
    out_msgs: outs.map(formatMessage),
  };
}

function formatMessage(message: Message) {
  const { info, body } = message;
  const isInternal = info.type === "internal";
  const text = readText(body);
  const cell = body.toBoc().toString("base64");
  return {
    "@type": "raw.message",
    source: Address.isAddress(info.src) ? info.src.toString() : "",
    destination: Address.isAddress(info.dest) ? info.dest.toString() : "",
    value: isInternal ? String(info.value.coins) : "0",
    extra_currencies: [],
    fwd_fee: isInternal ? String(info.forwardFee) : "0",
    ihr_fee: isInternal ? String(info.ihrFee) : "0",
    created_lt: info.type === "external-in" ? "0" : String(info.createdLt),
    body_hash: body.hash().toString("base64"),
    msg_data:
      text === null
        ? { "@type": "msg.dataRaw", body: cell, init_state: "" }
        : { "@type": "msg.dataText", text: Buffer.from(text).toString("base64") },
    message: text ?? cell,
  };
}

function readText(body: Cell): string | null {
  try {
    const slice: Slice = body.beginParse();
    return slice.remainingBits >= 32 && slice.loadUint(32) === TEXT_OPCODE ? slice.loadStringTail() : null;
  } catch {
    return null;
  }
}

/** The message that led to a transaction, or null. */
export function readInMessage(item: TonTransaction): Message | null {
  return parse(item).inMessage ?? null;
}

export function readOutMessages(item: TonTransaction): Message[] {
  return parse(item).outMessages.values();
}

export function toBase64(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64");
}

function flip(hex: string): string {
  return Array.from(hex).toReversed().join("");
}

/** The hash of a wallet's code, its name at toncenter, and the bits of its data before the number of the next message. */
const WALLETS: Readonly<Record<string, { type: string; skippedBits: number }>> = {
  b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581: { type: "wallet v3 r1", skippedBits: 0 },
  "84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599": { type: "wallet v3 r2", skippedBits: 0 },
  feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0: { type: "wallet v4 r2", skippedBits: 0 },
  "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f": { type: "wallet v5 r1", skippedBits: 1 },
};

/** What the code and the data (base64) say of a known wallet, or null. */
export function readWallet(code: string, data: string): { type: string; seqno: number; walletId: number } | null {
  if (code === "") return null;
  const wallet = WALLETS[Cell.fromBase64(code).hash().toString("hex")];
  if (wallet === undefined) return null;
  const slice = Cell.fromBase64(data).beginParse();
  slice.skip(wallet.skippedBits);
  const seqno = slice.loadUint(32);
  return { type: wallet.type, seqno, walletId: slice.loadUint(32) };
}
