import type { Address, Transaction } from "@ton/core";
import type { PartPlace } from "../payoutRoute.ts";
import { readAccount } from "../ton/account.ts";
import { type Call, TonApiError } from "../ton/network.ts";
import type { TonReader } from "../ton/reader.ts";
import { parseTransaction, type PlacedTransaction, readTransactions } from "../ton/transactions.ts";
import { type Jetton, locateJettonWallet } from "./jettonWallet.ts";
import { readInternalTransfer, readTransferOrder, type TransferOrder } from "./messages.ts";

/** An order of the treasury to its jetton wallet, by the message that the treasury sent. */
export interface SentOrder extends TransferOrder {
  readonly createdLt: bigint;
}

/** `air`: its end is in no final block yet. `burnt`: it has left, and the network took all that its way back needs. */
export type Outcome = { kind: "air" } | ({ kind: "moved" | "kept" | "burnt" } & PartPlace);

interface Sent {
  readonly jetton: Jetton;
  readonly treasury: Address;
  readonly seqno: number;
  readonly final: number;
  readonly head: number;
}

/** What a transaction of the treasury ordered its jetton wallet to send. */
export function listOrders({ outMessages }: Transaction, wallet: Address): SentOrder[] {
  return outMessages.values().flatMap(({ info, body }) => {
    if (info.type !== "internal" || !info.dest.equals(wallet)) return [];
    const order = readTransferOrder(body);
    return order === null ? [] : [{ ...order, createdLt: info.createdLt }];
  });
}

/**
 * Follows orders through the accounts that decide on them: the treasury's jetton wallet, which takes off what it sends, and
 * the receiver's, which takes it or sends it back. What it sends back has come back once the treasury's wallet has it. After
 * the first order that is not decided nothing more is asked.
 */
export async function followOrders(
  { call }: Pick<TonReader, "call">,
  { jetton, treasury, seqno, final, head }: Sent,
  orders: readonly SentOrder[],
): Promise<Outcome[]> {
  const wallet = locateJettonWallet(jetton, treasury);
  const address = wallet.toRawString();
  const after = await readAccount(call, address, seqno - 1);
  const { placed } = await readTransactions(call, address, { after, upTo: await readAccount(call, address, head) });
  const outcomes: Outcome[] = [];
  for (const order of orders) {
    const outcome = await follow({ call, jetton, treasury, wallet, placed, final }, order);
    outcomes.push(outcome);
    if (outcome.kind === "air") break;
  }
  return outcomes;
}

interface Followed extends Pick<Sent, "jetton" | "treasury" | "final"> {
  readonly call: Call;
  readonly wallet: Address;
  /** Of the treasury's jetton wallet. */
  readonly placed: readonly PlacedTransaction[];
}

const IN_THE_AIR: Outcome = { kind: "air" };

async function follow(
  { call, jetton, treasury, wallet, placed, final }: Followed,
  { to, createdLt, amountBase: burntBase }: SentOrder,
): Promise<Outcome> {
  const taken = placed.find(({ transaction }) => isAnswer(transaction, treasury, createdLt));
  if (taken === undefined || taken.seqno > final) return IN_THE_AIR;
  const position = BigInt(taken.seqno);
  if (!hasHappened(taken.transaction)) return { kind: "kept", position, returnedPosition: null };
  const receiver = locateJettonWallet(jetton, to);
  const sentLt = findSentLt(taken.transaction, receiver);
  if (sentLt === null) throw new Error("a jetton wallet that sent nothing on");
  const arrived = await findResult(call, { from: wallet, to: receiver, createdLt: sentLt, final });
  if (arrived === null) return IN_THE_AIR;
  if (hasHappened(arrived)) return { kind: "moved", position, returnedPosition: null };
  const bouncedLt = findSentLt(arrived, wallet);
  const burnt: Outcome = { kind: "burnt", position, returnedPosition: null, burntBase };
  if (bouncedLt === null) return burnt;
  const back = placed.find(({ transaction }) => isAnswer(transaction, receiver, bouncedLt));
  if (back === undefined || back.seqno > final) return IN_THE_AIR;
  if (!hasHappened(back.transaction)) return burnt;
  return { kind: "kept", position, returnedPosition: BigInt(back.seqno) };
}

/** Whether a transaction was made by this message. */
function isAnswer({ inMessage }: Transaction, from: Address, createdLt: bigint): boolean {
  const info = inMessage?.info;
  return info?.type === "internal" && info.src.equals(from) && info.createdLt === createdLt;
}

/** An aborted transaction of a jetton wallet has changed nothing. */
export function hasHappened({ description }: Transaction): boolean {
  return description.type === "generic" && !description.aborted;
}

/** When a transaction sent what it moves, or sends back, to a jetton wallet; null where it did not. */
function findSentLt({ outMessages }: Transaction, to: Address): bigint | null {
  const sent = outMessages
    .values()
    .find(
      ({ info, body }) =>
        info.type === "internal" && info.dest.equals(to) && (info.bounced || readInternalTransfer(body) !== null),
    );
  return sent?.info.type === "internal" ? sent.info.createdLt : null;
}

/** What a message became at its receiver up to a final block; null where it is in none. */
async function findResult(
  call: Call,
  { from, to, createdLt, final }: { from: Address; to: Address; createdLt: bigint; final: number },
): Promise<Transaction | null> {
  const asked = { source: from.toRawString(), destination: to.toRawString(), created_lt: String(createdLt) };
  const item = await call("tryLocateResultTx", asked).catch((error: unknown) => {
    if (error instanceof TonApiError) return null;
    throw error;
  });
  if (item === null) return null;
  const transaction = parseTransaction(item, to.toRawString());
  if (!isAnswer(transaction, from, createdLt)) throw new Error("the node answered another message's transaction");
  const { lastLt } = await readAccount(call, to.toRawString(), final);
  return lastLt < transaction.lt ? null : transaction;
}
