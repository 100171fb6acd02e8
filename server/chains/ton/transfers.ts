import { type Address, beginCell, type Message, storeMessage, type Transaction } from "@ton/core";
import { nameArrival } from "../chain.ts";
import type { AskedRange, Header, ConfirmationReading, ReadRange, ReadTransfer } from "../chainReader.ts";
import { COINS } from "#domain/coins.ts";
import { type Call, readHeader, TonApiError } from "./network.ts";
import { parseTransaction, readRange as readAccounts, TooManyTransactions } from "./transactions.ts";
import { hashExternalMessage, readOpcode, readReference } from "./values.ts";

/** Opcodes of messages that tell of something else: their coins pay for the message alone. */
const NOTICES: ReadonlySet<number> = new Set([
  // A jetton has arrived (TEP-74), an item has arrived (TEP-62), what a transfer left over.
  0x7362_d09c, 0x0513_8d91, 0xd532_76db,
]);

interface Arrival {
  message: Message;
  from: Address;
  to: Address;
  amountBase: bigint;
  createdLt: bigint;
}

/** Transactions that one reading has at most, but for those of one block: anybody can send many. */
const MOST_TRANSACTIONS = 1_000;
/** Sources that are asked for at a time. */
const MOST_AT_ONCE = 10;
/** Sources that are remembered. */
const MOST_KEPT = 20_000;

/** What an endpoint reads of the treasuries. */
export interface TransferReader {
  readonly call: Call;
  readonly treasuries: readonly Address[];
  /** What each message came from, by its hash: that never changes, and a range is read several times. */
  readonly origins: Map<string, Origin>;
}

/** Reads the transfers to the treasuries in several blocks. Each has as its alias the hash of its message, in hex. */
export async function readRange(reader: TransferReader, { after, upTo, mustKnowIds }: AskedRange): Promise<ReadRange> {
  const { placed, unread, last } = await readShorter(reader, { after, upTo });
  const transfers: ReadTransfer[] = [];
  for (const [seqno, items] of Map.groupBy(placed, (item) => item.seqno)) {
    const transactions = items.map(({ transaction }) => transaction);
    const header = await readHeader(reader.call, seqno);
    transfers.push(...(await readTransfers(reader, { transactions, header, mustKnowIds })));
  }
  return {
    transfers,
    unread: unread.map(({ hash, seqno, reason }) => ({ txHash: hash, position: BigInt(seqno), reason })),
    last,
  };
}

/** Reads half of the range where there is too much in it, and half of that. */
async function readShorter({ call, treasuries }: TransferReader, { after, upTo }: { after: number; upTo: number }) {
  for (let last = upTo; ; last = after + Math.floor((last - after) / 2)) {
    const most = last - after > 1 ? MOST_TRANSACTIONS : Infinity;
    try {
      return { ...(await readAccounts(call, treasuries, { first: after, last, most })), last };
    } catch (error) {
      if (!(error instanceof TooManyTransactions)) throw error;
    }
  }
}

/** Reads the treasuries' transactions of a block again. Throws if the endpoint does not have the block yet. */
export async function readBlockAgain(reader: TransferReader, position: number): Promise<ConfirmationReading> {
  const header = await readHeader(reader.call, position);
  const asked = { first: position - 1, last: position, most: Infinity };
  const { placed } = await readAccounts(reader.call, reader.treasuries, asked);
  const transactions = placed.map(({ transaction }) => transaction);
  return { header, transfers: await readTransfers(reader, { transactions, header, mustKnowIds: false }) };
}

interface BlockTransactions {
  transactions: readonly Transaction[];
  header: Header;
  /** Fails where the endpoint does not find a transfer's source; else that is called by its message. */
  mustKnowIds: boolean;
}

/** The transfers to the treasuries from elsewhere, among their transactions of one block. */
async function readTransfers(reader: TransferReader, block: BlockTransactions): Promise<ReadTransfer[]> {
  const { transactions, header, mustKnowIds } = block;
  const arrivals = transactions
    .map(readArrival)
    .filter((arrival) => arrival !== null)
    .filter((arrival) => isPayment(arrival, reader.treasuries));
  const named: { arrival: Arrival; origin: Origin | null }[] = [];
  for (let first = 0; first < arrivals.length; first += MOST_AT_ONCE) {
    const group = arrivals.slice(first, first + MOST_AT_ONCE);
    named.push(
      ...(await Promise.all(
        group.map(async (arrival) => ({ arrival, origin: await findOrigin(reader, arrival, mustKnowIds) })),
      )),
    );
  }
  const taken = new Set<string>();
  return named.map(({ arrival, origin }) => {
    const { from, amountBase, message } = arrival;
    const byMessage = nameByMessage(message);
    // A contract may take one external message twice.
    const own = origin === null || taken.has(nameArrival(origin)) ? byMessage : origin;
    taken.add(nameArrival(own));
    return {
      txHash: own.txHash,
      index: own.index,
      from: from.toString({ bounceable: false }),
      amountBase,
      reference: readReference(message.body),
      position: BigInt(header.position),
      ref: null,
      time: header.time,
      alias: byMessage.txHash,
      isIdUnknown: origin === null,
    };
  });
}

/** Null where the endpoint does not find it. What is below the minimum is nobody's, and keeps its message's name. */
async function findOrigin(reader: TransferReader, arrival: Arrival, mustKnowIds: boolean): Promise<Origin | null> {
  const byMessage = nameByMessage(arrival.message);
  if (arrival.amountBase < COINS.ton.minBase) return byMessage;
  const known = reader.origins.get(byMessage.txHash);
  if (known !== undefined) return known;
  try {
    const origin = await readOrigin(reader.call, arrival, reader.treasuries);
    if (reader.origins.size >= MOST_KEPT) reader.origins.clear();
    reader.origins.set(byMessage.txHash, origin);
    return origin;
  } catch (error) {
    // An endpoint that is away says nothing about the transfer.
    if (mustKnowIds || !(error instanceof SourceError || error instanceof TonApiError)) throw error;
    return null;
  }
}

/**
 * The message whose coins a transaction kept, or null. An aborted transaction keeps them too, as that of a treasury that
 * is not deployed, unless it sent them back.
 */
export function readArrival(transaction: Transaction): Arrival | null {
  const { inMessage: message, description } = transaction;
  if (message === null || message === undefined || message.info.type !== "internal") return null;
  if (description.type === "generic" && description.bouncePhase?.type === "ok") return null;
  const { src: from, dest: to, value, createdLt } = message.info;
  return { message, from, to, amountBase: value.coins, createdLt };
}

/** What a transfer is called. */
export interface Origin {
  txHash: string;
  index: number;
}

function isPayment({ message, from, amountBase }: Arrival, treasuries: readonly Address[]): boolean {
  if (message.info.type !== "internal" || message.info.bounced || amountBase === 0n) return false;
  if (isOneOf(treasuries, from)) return false;
  const opcode = readOpcode(message.body);
  return opcode === null || !NOTICES.has(opcode);
}

export function isOneOf(addresses: readonly Address[], address: Address): boolean {
  return addresses.some((other) => other.equals(address));
}

/** What an endpoint tells as the source of a message cannot be read, or did not send it. */
class SourceError extends Error {
  constructor(cause: unknown) {
    super("no transaction that sent the message", { cause });
    this.name = "SourceError";
  }
}

/**
 * What a payment is called: by the external message that its wallet was sent, which is known when it is signed, and by
 * its place among the payments of that message. A contract that pays when it is called by another one has no such
 * message; its own message is unique.
 */
async function readOrigin(
  call: Call,
  { message, from, to, createdLt }: Arrival,
  treasuries: readonly Address[],
): Promise<Origin> {
  const source = from.toRawString();
  const asked = { source, destination: to.toRawString(), created_lt: String(createdLt) };
  const transaction = parseSource(await call("tryLocateSourceTx", asked), source);
  const payments = [...transaction.outMessages.values()].filter(
    ({ info }) => info.type === "internal" && isOneOf(treasuries, info.dest),
  );
  const index = payments.findIndex(({ info }) => info.type === "internal" && info.createdLt === createdLt);
  if (index < 0) throw new SourceError(undefined);
  const { inMessage } = transaction;
  return inMessage?.info.type === "external-in"
    ? { txHash: hashExternalMessage(inMessage), index }
    : nameByMessage(message);
}

/** The sender chooses what else its transaction holds. */
function parseSource(item: unknown, source: string): Transaction {
  try {
    return parseTransaction(item, source);
  } catch (error) {
    throw new SourceError(error);
  }
}

/** Its sender and logical time make a message unique. An exotic body stays a cell of its own. */
function nameByMessage(message: Message): Origin {
  const cell = beginCell()
    .store(storeMessage(message, { forceRef: message.body.isExotic }))
    .endCell();
  return { txHash: cell.hash().toString("hex"), index: 0 };
}
