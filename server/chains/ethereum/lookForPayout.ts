import { toAddressKey } from "#domain/address/addressKey.ts";
import { findDispute } from "../findDispute.ts";
import type { PayoutSighting, PayoutTerms, SentPayout } from "../payoutRoute.ts";
import { readNumberedHeader } from "./confirm.ts";
import { readBlockNumber, readHash, readQuantity, toQuantity } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import { readRecord } from "../nodeAnswers.ts";

/** One endpoint's reading of the transactions of a payout, which all have one nonce. */
export type PayoutReading =
  | { kind: "absent" }
  | {
      kind: "landed";
      txHash: string;
      position: bigint;
      ref: string;
      feeBase: bigint;
      hasMoved: boolean;
      isFinal: boolean;
    }
  | { kind: "taken"; by: string };

export interface LookedFor {
  terms: PayoutTerms;
  sent: readonly SentPayout[];
  /** The newest final block of this endpoint. */
  final: number;
}

/** Reads from one endpoint what became of a payout's transactions. */
export async function readPayout(call: Call, { terms, sent, final }: LookedFor): Promise<PayoutReading> {
  const [first] = sent;
  const nonce = first?.sequence ?? null;
  if (first === undefined || nonce === null) throw new Error("nothing was sent");
  const { senderKey: senderAddress } = first;
  // The count comes first: a nonce that is used in a final block was used before the receipts are read.
  const isUsed = final >= 0 && (await readNonceCount(call, senderAddress, final)) > nonce;
  for (const { txHash } of sent) {
    const receipt = await call("eth_getTransactionReceipt", [txHash]);
    if (receipt === null) continue;
    const landed = await readLanded(call, readRecord(receipt), txHash, final);
    if (landed !== null) return landed;
  }
  if (!isUsed) return { kind: "absent" };
  return readTaker(call, { nonce, senderAddress, first: Number(first.signedPosition), last: final, terms });
}

/** Two readings, or the one of the only endpoint, as one sighting. */
export function combineReadings(readings: readonly PayoutReading[]): PayoutSighting {
  const [first] = readings;
  if (first === undefined) throw new Error("nothing was read");
  const landed = readings.flatMap((reading) => (reading.kind === "landed" ? [reading] : []));
  const [one] = landed;
  if (landed.length === readings.length && landed.every((reading) => reading.isFinal) && one !== undefined) {
    const { txHash, position, feeBase, hasMoved } = one;
    return findDispute(landed, describe) ?? { kind: "final", txHash, position, feeBase, moved: [hasMoved] };
  }
  if (one !== undefined) return { kind: "landed", txHash: one.txHash, position: one.position };
  const taken = readings.flatMap((reading) => (reading.kind === "taken" ? [reading.by] : []));
  if (taken.length < readings.length) return { kind: "waiting" };
  const reason = `transaction ${taken[0] ?? ""} has taken its nonce`;
  return findDispute(taken, (by) => by) ?? { kind: "lost", isExpired: false, reason };
}

function describe(reading: Extract<PayoutReading, { kind: "landed" }>): string {
  const { txHash, ref, feeBase, hasMoved } = reading;
  return `${txHash} in block ${ref} for ${feeBase}, ${hasMoved ? "moved" : "failed"}`;
}

/** Null for a receipt of a block that is no longer in the chain. */
async function readLanded(
  call: Call,
  receipt: Record<string, unknown>,
  txHash: string,
  final: number,
): Promise<PayoutReading | null> {
  if (readHash(receipt["transactionHash"]) !== txHash) throw new Error("a receipt of another transaction");
  const blockNumber = readBlockNumber(receipt["blockNumber"]);
  const ref = readHash(receipt["blockHash"]);
  if ((await readNumberedHeader(call, blockNumber)).hash !== ref) return null;
  return {
    kind: "landed",
    txHash,
    position: BigInt(blockNumber),
    ref,
    feeBase: readQuantity(receipt["gasUsed"]) * readQuantity(receipt["effectiveGasPrice"]),
    hasMoved: readQuantity(receipt["status"]) === 1n,
    isFinal: blockNumber <= final,
  };
}

interface Taken {
  nonce: bigint;
  senderAddress: string;
  first: number;
  last: number;
  terms: PayoutTerms;
}

/**
 * The final transaction of the treasury that this server did not sign and that has the nonce. One that pays exactly what
 * the payout pays is the payout: whoever holds the key has sped it up by hand.
 */
async function readTaker(call: Call, { nonce, senderAddress, first, last, terms }: Taken): Promise<PayoutReading> {
  let before = first;
  let after = last;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if ((await readNonceCount(call, senderAddress, middle)) > nonce) after = middle;
    else before = middle;
  }
  const block = readRecord(await call("eth_getBlockByNumber", [toQuantity(after), true]));
  const transactions = block["transactions"];
  if (!Array.isArray(transactions)) throw new Error("a block without transactions");
  const senderKey = toAddressKey("ETH", senderAddress);
  const taker = transactions
    .map(readRecord)
    .find(({ from, nonce: used }) => toAddressKey("ETH", String(from)) === senderKey && readQuantity(used) === nonce);
  if (taker === undefined) throw new Error("a nonce that no transaction used");
  const txHash = readHash(taker["hash"]);
  const isSame =
    toAddressKey("ETH", String(taker["to"])) === toAddressKey("ETH", terms.to) &&
    readQuantity(taker["value"]) === terms.amountBase;
  if (!isSame) return { kind: "taken", by: txHash };
  const receipt = readRecord(await call("eth_getTransactionReceipt", [txHash]));
  return (await readLanded(call, receipt, txHash, last)) ?? { kind: "absent" };
}

/** How many transactions of an address are in the chain up to a block. */
export async function readNonceCount(call: Call, address: string, blockNumber: number): Promise<bigint> {
  return readQuantity(await call("eth_getTransactionCount", [address, toQuantity(blockNumber)]));
}
