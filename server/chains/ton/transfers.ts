import { type Address, beginCell, type Message, storeMessage, type Transaction } from "@ton/core";
import type { AskedRange, Header, ConfirmationReading, ReadRange, ReadTransfer } from "../chainReader.ts";
import { type Call, readHeader, TonApiError } from "./network.ts";
import { parseTransaction, readRange as readAccounts } from "./transactions.ts";
import { hashExternalMessage, readComment, readOpcode } from "./values.ts";

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

/** Reads the transfers to the treasuries in several blocks. Each has as its alias the hash of its message, in hex. */
export async function readRange(
  call: Call,
  { after, upTo, mustKnowIds }: AskedRange,
  treasuries: readonly Address[],
): Promise<ReadRange> {
  const { placed, unread } = await readAccounts(call, treasuries, { first: after, last: upTo });
  const transfers: ReadTransfer[] = [];
  for (const [seqno, items] of Map.groupBy(placed, (item) => item.seqno)) {
    const transactions = items.map(({ transaction }) => transaction);
    const header = await readHeader(call, seqno);
    transfers.push(...(await readTransfers(call, { transactions, header, treasuries, mustKnowIds })));
  }
  return {
    transfers,
    unread: unread.map(({ hash, seqno, reason }) => ({ txHash: hash, position: BigInt(seqno), reason })),
    last: upTo,
  };
}

/** Reads the treasuries' transactions of a block again. Throws if the endpoint does not have the block yet. */
export async function readBlockAgain(
  call: Call,
  position: number,
  treasuries: readonly Address[],
): Promise<ConfirmationReading> {
  const header = await readHeader(call, position);
  const { placed } = await readAccounts(call, treasuries, { first: position - 1, last: position });
  const transactions = placed.map(({ transaction }) => transaction);
  return { header, transfers: await readTransfers(call, { transactions, header, treasuries, mustKnowIds: false }) };
}

interface BlockTransactions {
  transactions: readonly Transaction[];
  header: Header;
  /** The treasury, and those before it. */
  treasuries: readonly Address[];
  /** Fails where the endpoint does not find a transfer's source; else that is called by its message. */
  mustKnowIds: boolean;
}

/** The transfers to the treasuries from elsewhere, among their transactions of one block. */
async function readTransfers(call: Call, block: BlockTransactions): Promise<ReadTransfer[]> {
  const { transactions, header, treasuries, mustKnowIds } = block;
  const found: ReadTransfer[] = [];
  for (const transaction of transactions) {
    const arrival = readArrival(transaction);
    if (arrival === null || !isPayment(arrival, treasuries)) continue;
    const { from, amountBase, message } = arrival;
    const byMessage = nameByMessage(message);
    const origin = await readOrigin(call, arrival, treasuries).catch((error: unknown) => {
      // An endpoint that is away says nothing about the transfer.
      if (mustKnowIds || !(error instanceof SourceError || error instanceof TonApiError)) throw error;
      return null;
    });
    // A contract may take one external message twice.
    const isTaken = found.some(({ txHash, index }) => txHash === origin?.txHash && index === origin.index);
    found.push({
      ...(origin === null || isTaken ? byMessage : origin),
      from: from.toString({ bounceable: false }),
      amountBase,
      reference: readComment(message.body),
      position: BigInt(header.position),
      ref: null,
      time: header.time,
      alias: byMessage.txHash,
    });
  }
  return found;
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

interface Origin {
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
