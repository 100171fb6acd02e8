import { Address, type Transaction } from "@ton/core";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Holding, OutgoingTransaction } from "../chain.ts";
import type { AskedRange, ChainReader, ReaderContext, ReadRange } from "../chainKind.ts";
import type { Endpoint } from "../settings.ts";
import { readAccount, readCanSign } from "./account.ts";
import { type Call, createCall, formatIdentity, readHeader, readIdentity, readTip } from "./network.ts";
import { type PlacedTransaction, readTransactions } from "./transactions.ts";
import { createRules, isOneOf, readArrival, readRange, type TransferReader } from "./transfers.ts";
import { hashExternalMessage } from "./values.ts";

/** How far back a transaction is looked for, in blocks. */
const MOST_BLOCKS = 1_000_000;
const PART_BLOCKS = 20_000;

export interface TonReader extends ChainReader {
  readonly call: Call;
  readRange(range: AskedRange): Promise<ReadRange>;
}

/** Reads from one endpoint. */
export function createReader(endpoint: Endpoint, context: ReaderContext): TonReader {
  const call = context.watchCall(createCall(endpoint));
  const treasuries = context.treasuries.map((address) => Address.parse(address));
  const transfers: TransferReader = { call, accounts: treasuries, rules: createRules(treasuries), reports: new Map() };
  return {
    call,
    readRange: (range) => readRange(transfers, range),
    readIdentity: async () => formatIdentity(await readIdentity(call)),
    readGenesis: async () => (await readIdentity(call)).genesis,
    readTip: () => readTip(call),
    // A masterchain block is final once it is there.
    readFinal: async (tip) => Math.max(0, tip.position - context.confirmations + 1),
    findHeader: (position) => readHeader(call, position),
    readBalance: async (address) => (await readAccount(call, address, null)).balanceBase,
    readCanSign: (address) => readCanSign(call, address),
    readTreasury: (position, since) => readTreasury(call, treasuries, { position, since }),

    readOutgoing: (txHash, final) => readOutgoing(call, treasuries, { txHash, final }),
  };
}

/** What all addresses hold together after a block, and their upkeep since another one. */
async function readTreasury(
  call: Call,
  addresses: readonly Address[],
  asked: { position: number; since: number | null },
): Promise<Holding> {
  const sum = { balanceBase: 0n, upkeepBase: 0n };
  for (const address of addresses) {
    const { balanceBase, upkeepBase } = await readHolding(call, address.toRawString(), asked);
    sum.balanceBase += balanceBase;
    sum.upkeepBase += upkeepBase;
  }
  return { position: BigInt(asked.position), ...sum };
}

/**
 * Reads one address after a block. Its upkeep is what receiving has cost it, and its place in the chain, since
 * the block `since`: the fees of what it sent belong to that. No upkeep without `since`.
 */
async function readHolding(
  call: Call,
  address: string,
  { position, since }: { position: number; since: number | null },
): Promise<{ balanceBase: bigint; upkeepBase: bigint }> {
  const upTo = await readAccount(call, address, position);
  if (since === null || since >= position) return { balanceBase: upTo.balanceBase, upkeepBase: 0n };
  const after = await readAccount(call, address, since);
  const { placed } = await readTransactions(call, address, { after, upTo });
  return {
    balanceBase: upTo.balanceBase,
    upkeepBase: placed.reduce((sum, { transaction }) => sum + readCost(transaction), 0n),
  };
}

/**
 * What a transaction cost the treasury besides what its own messages cost. One that sent the coins of a message back
 * took its fees from them, all but what the treasury's place in the chain had cost until then.
 */
function readCost(transaction: Transaction): bigint {
  const { inMessage, description, totalFees } = transaction;
  if (inMessage?.info.type !== "internal" || description.type !== "generic") return 0n;
  return readArrival(transaction) === null ? (description.storagePhase?.storageFeesCollected ?? 0n) : totalFees.coins;
}

export interface AskedOutgoing {
  txHash: string;
  final: number;
}

interface FoundOutgoing extends OutgoingMessage, PlacedTransaction {
  treasury: Address;
}

/** A final transaction that one of the treasuries made because its key asked for it. Null where there is none. */
export async function findOutgoing(
  call: Call,
  treasuries: readonly Address[],
  asked: AskedOutgoing,
): Promise<FoundOutgoing | null> {
  for (const treasury of treasuries) {
    const found = await findOutgoingOf(call, treasury, asked);
    if (found !== null) return found;
  }
  return null;
}

async function findOutgoingOf(
  call: Call,
  treasury: Address,
  { txHash, final }: AskedOutgoing,
): Promise<FoundOutgoing | null> {
  const address = treasury.toRawString();
  let upTo = await readAccount(call, address, final);
  const last = Math.max(1, final - MOST_BLOCKS);
  while (upTo.seqno > last && upTo.lastLt > 0n) {
    const after = await readAccount(call, address, Math.max(last, upTo.seqno - PART_BLOCKS));
    const { placed } = await readTransactions(call, address, { after, upTo });
    for (const found of placed) {
      const outgoing = readOutgoingMessage(found.transaction);
      if (outgoing?.txHash === txHash) return { treasury, ...outgoing, ...found };
    }
    upTo = after;
  }
  return null;
}

/** A final transaction by which a treasury sent one transfer. */
async function readOutgoing(
  call: Call,
  treasuries: readonly Address[],
  asked: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const outgoing = await findOutgoing(call, treasuries, asked);
  if (outgoing === null) return null;
  const { txHash, treasury, payments, feeBase, seqno } = outgoing;
  if (payments.length > 1) throw new Error("a transaction of several transfers");
  const [payment] = payments;
  const to = (payment?.to ?? treasury).toString({ bounceable: false });
  const isOut = payment !== undefined && !isOneOf(treasuries, payment.to);
  const { time } = await readHeader(call, seqno);
  const amountBase = isOut ? payment.amountBase : 0n;
  return { txHash, to, toKey: toAddressKey("Ton", to), amountBase, feeBase, position: BigInt(seqno), time };
}

/** What left the treasury by one of its own messages. */
export interface OutgoingMessage {
  /** As `parseTxId` writes it. */
  txHash: string;
  /** The transfers that it sent on. */
  payments: readonly { to: Address; amountBase: bigint }[];
  /** Base units that the network took. */
  feeBase: bigint;
}

/** What a transaction of the treasury sent because its key asked for it. Null for one that only received. */
export function readOutgoingMessage(transaction: Transaction): OutgoingMessage | null {
  const { inMessage, outMessages, totalFees } = transaction;
  if (inMessage?.info.type !== "external-in") return null;
  const sent = [...outMessages.values()].flatMap(({ info }) => (info.type === "internal" ? [info] : []));
  return {
    txHash: hashExternalMessage(inMessage),
    payments: sent.map(({ dest, value }) => ({ to: dest, amountBase: value.coins })),
    feeBase: sent.reduce((sum, { forwardFee, ihrFee }) => sum + forwardFee + ihrFee, totalFees.coins),
  };
}
