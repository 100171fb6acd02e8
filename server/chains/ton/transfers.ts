import { type Address, beginCell, type Cell, type Message, storeMessage, type Transaction } from "@ton/core";
import type { ChainTransfer } from "../chain.ts";
import type { AskedRange, ReadRange } from "../chainKind.ts";
import { COINS } from "#domain/coins.ts";
import { setNewest } from "#server/setNewest.ts";
import { type Call, readHeader, TonApiError } from "./network.ts";
import { parseTransaction, readRange as readAccounts, TooManyTransactions } from "./transactions.ts";
import { hashExternalMessage, readOpcode, readReference } from "./values.ts";

/** Opcodes of messages that tell of something else: their coins pay for the message alone. */
const NOTICES: ReadonlySet<number> = new Set([
  // A jetton has arrived (TEP-74), an item has arrived (TEP-62), what a transfer left over.
  0x7362_d09c, 0x0513_8d91, 0xd532_76db,
]);

/** Transactions that one reading has at most, but for those of one block: anybody can send many. */
const MOST_TRANSACTIONS = 1_000;
/** Sources that are asked for at a time. */
const MOST_AT_ONCE = 10;
/** Sources that are remembered. */
const MOST_KEPT = 20_000;

/** What a message brought. */
export interface Arrival {
  /** The message that the account got. */
  message: Message;
  from: Address;
  amountBase: bigint;
  /** The body whose comment names what is paid, or null. */
  told: Cell | null;
}

/** What counts as a transfer of a coin. */
export interface ArrivalRules {
  /** Below it nothing is asked about a transfer. */
  readonly leastBase: bigint;
  /** What a transaction of an account brought, or null. */
  readonly read: (transaction: Transaction) => Arrival | null;
  /** The external message that made its sender's wallet pay, or null where none did. */
  readonly findOrder: (call: Call, arrival: Arrival) => Promise<Message | null>;
}

/** What an endpoint reads of the accounts that a coin arrives at. */
export interface TransferReader {
  readonly call: Call;
  readonly accounts: readonly Address[];
  readonly rules: ArrivalRules;
  /** What each message's payment is reported as, by its hash: that never changes, and a range is read several times. */
  readonly reports: Map<string, string | null>;
}

/** The rules of the network's own coin, for its treasuries. */
export function createRules(treasuries: readonly Address[]): ArrivalRules {
  return {
    leastBase: COINS.ton.minBase,
    read(transaction) {
      const arrival = readArrival(transaction);
      return arrival !== null && isPayment(arrival, treasuries) ? arrival : null;
    },
    findOrder: async (call, { message }) => readOrder(await findSource(call, message)),
  };
}

/** Reads the transfers to the accounts in several blocks. Each is called by the hash of its message, in hex. */
export async function readRange(reader: TransferReader, { after, upTo }: AskedRange): Promise<ReadRange> {
  const { placed, unread, last } = await readShorter(reader, { after, upTo });
  const transfers: ChainTransfer[] = [];
  for (const [seqno, items] of Map.groupBy(placed, (item) => item.seqno)) {
    const { time } = await readHeader(reader.call, seqno);
    const arrivals = items
      .map(({ transaction }) => reader.rules.read(transaction))
      .filter((arrival) => arrival !== null);
    for (let first = 0; first < arrivals.length; first += MOST_AT_ONCE) {
      const group = arrivals.slice(first, first + MOST_AT_ONCE);
      transfers.push(
        ...(await Promise.all(
          group.map(async (arrival) => ({
            txHash: hashMessage(arrival.message),
            index: 0,
            from: arrival.from.toString({ bounceable: false }),
            amountBase: arrival.amountBase,
            reference: arrival.told === null ? null : readReference(arrival.told),
            reportedAs: await findReported(reader, arrival),
            position: BigInt(seqno),
            ref: null,
            time,
          })),
        )),
      );
    }
  }
  return {
    transfers,
    unread: unread.map(({ hash, seqno, reason }) => ({ txHash: hash, position: BigInt(seqno), reason })),
    last,
  };
}

/** Reads half of the range where there is too much in it, and half of that. */
async function readShorter({ call, accounts }: TransferReader, { after, upTo }: { after: number; upTo: number }) {
  for (let last = upTo; ; last = after + Math.floor((last - after) / 2)) {
    const most = last - after > 1 ? MOST_TRANSACTIONS : Infinity;
    try {
      return { ...(await readAccounts(call, accounts, { first: after, last, most })), last };
    } catch (error) {
      if (!(error instanceof TooManyTransactions)) throw error;
    }
  }
}

/**
 * The hash of the external message that made the sender's wallet pay. A wallet knows it once it has signed, so people
 * report a payment by it. Null where the endpoint does not find it, where one contract called another, and below the
 * minimum.
 */
async function findReported(reader: TransferReader, arrival: Arrival): Promise<string | null> {
  const { rules, reports, call } = reader;
  if (arrival.amountBase < rules.leastBase) return null;
  const name = hashMessage(arrival.message);
  const known = reports.get(name);
  if (known !== undefined) return known;
  try {
    const order = await rules.findOrder(call, arrival);
    const reported = order === null ? null : hashExternalMessage(order);
    setNewest(reports, name, reported, MOST_KEPT);
    return reported;
  } catch (error) {
    // An endpoint that is away says nothing about the transfer.
    if (error instanceof SourceError || error instanceof TonApiError) return null;
    throw error;
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
  const { src: from, value } = message.info;
  return { message, from, amountBase: value.coins, told: message.body };
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

/** The transaction that sent a message. Throws SourceError where the endpoint tells another one. */
export async function findSource(call: Call, { info }: Message): Promise<Transaction> {
  if (info.type !== "internal") throw new SourceError("not a message of an account");
  const { createdLt } = info;
  const source = info.src.toRawString();
  const asked = { source, destination: info.dest.toRawString(), created_lt: String(createdLt) };
  const sender = parseSource(await call("tryLocateSourceTx", asked), source);
  const isSource = sender.outMessages
    .values()
    .some((sent) => sent.info.type === "internal" && sent.info.createdLt === createdLt);
  if (!isSource) throw new SourceError(undefined);
  return sender;
}

/** The external message that a transaction carried out, or null. */
export function readOrder({ inMessage }: Transaction): Message | null {
  return inMessage?.info.type === "external-in" ? inMessage : null;
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
function hashMessage(message: Message): string {
  const cell = beginCell()
    .store(storeMessage(message, { forceRef: message.body.isExotic }))
    .endCell();
  return cell.hash().toString("hex");
}
