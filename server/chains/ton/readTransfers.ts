import { type Address, beginCell, type Message, storeMessage, type Transaction } from "@ton/core";
import type { ChainTransfer } from "../chain.ts";
import type { Call } from "./pool.ts";
import { readComment } from "./comment.ts";
import { hashExternalMessage } from "./messageHash.ts";
import type { Header } from "./readBlock.ts";
import { parseTransaction } from "./readTransactions.ts";

/** Opcodes of messages that tell of something else: their coins pay for the message alone. */
const NOTICES: ReadonlySet<number> = new Set([
  // A jetton has arrived (TEP-74), an item has arrived (TEP-62), what a transfer left over.
  0x7362_d09c, 0x0513_8d91, 0xd532_76db,
]);

interface Arrival {
  message: Message;
  from: Address;
  amountBase: bigint;
  createdLt: bigint;
}

/** The transfers to the treasury among its transactions of one block. */
export async function readTransfers(
  call: Call,
  transactions: readonly Transaction[],
  { seqno, time }: Header,
  treasury: Address,
): Promise<ChainTransfer[]> {
  const transfers: ChainTransfer[] = [];
  for (const transaction of transactions) {
    const arrival = readArrival(transaction);
    if (arrival === null || !isPayment(arrival, treasury)) continue;
    const { from, amountBase, message } = arrival;
    const origin = await readOrigin(call, arrival, treasury);
    // A contract may take one external message twice.
    const isTaken = transfers.some(({ txHash, index }) => txHash === origin.txHash && index === origin.index);
    transfers.push({
      ...(isTaken ? nameByMessage(message) : origin),
      from: from.toString({ bounceable: false }),
      amountBase,
      reference: readComment(message.body),
      position: BigInt(seqno),
      ref: null,
      time,
    });
  }
  return transfers;
}

/**
 * The message whose coins a transaction kept, or null. An aborted transaction keeps them too, as that of a treasury that
 * is not deployed, unless it sent them back.
 */
export function readArrival(transaction: Transaction): Arrival | null {
  const { inMessage: message, description } = transaction;
  if (message === null || message === undefined || message.info.type !== "internal") return null;
  if (description.type === "generic" && description.bouncePhase?.type === "ok") return null;
  const { src: from, value, createdLt } = message.info;
  return { message, from, amountBase: value.coins, createdLt };
}

interface Origin {
  txHash: string;
  index: number;
}

function isPayment({ message, from, amountBase }: Arrival, treasury: Address): boolean {
  if (message.info.type !== "internal" || message.info.bounced || amountBase === 0n || from.equals(treasury)) {
    return false;
  }
  const body = message.body.beginParse();
  return body.remainingBits < 32 || !NOTICES.has(body.loadUint(32));
}

/**
 * What a payment is called: by the external message that its wallet was sent, which is known when it is signed, and by
 * its place among the payments of that message. A contract that pays when it is called by another one has no such
 * message; its own message is unique.
 */
async function readOrigin(call: Call, { message, from, createdLt }: Arrival, treasury: Address): Promise<Origin> {
  const source = from.toRawString();
  const asked = { source, destination: treasury.toRawString(), created_lt: String(createdLt) };
  const transaction = parseTransaction(await call("tryLocateSourceTx", asked), source);
  const payments = [...transaction.outMessages.values()].filter(
    ({ info }) => info.type === "internal" && info.dest.equals(treasury),
  );
  const index = payments.findIndex(({ info }) => info.type === "internal" && info.createdLt === createdLt);
  if (index < 0) throw new Error("a transaction that did not send the message");
  const { inMessage } = transaction;
  return inMessage?.info.type === "external-in"
    ? { txHash: hashExternalMessage(inMessage), index }
    : nameByMessage(message);
}

/** Its sender and logical time make a message unique. */
function nameByMessage(message: Message): Origin {
  return { txHash: beginCell().store(storeMessage(message)).endCell().hash().toString("hex"), index: 0 };
}
