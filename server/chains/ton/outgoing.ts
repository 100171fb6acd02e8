import type { Address, Transaction } from "@ton/core";
import { hashExternalMessage } from "./messageHash.ts";

/** What left the treasury by one of its own messages. */
export interface Outgoing {
  /** As `parseTxId` writes it. */
  txHash: string;
  /** The transfers that it sent on. */
  payments: readonly { to: Address; amountBase: bigint }[];
  /** Base units that the network took. */
  feeBase: bigint;
}

/** What a transaction of the treasury sent because its key asked for it. Null for one that only received. */
export function readOutgoingMessage(transaction: Transaction): Outgoing | null {
  const { inMessage, outMessages, totalFees } = transaction;
  if (inMessage?.info.type !== "external-in") return null;
  const sent = [...outMessages.values()].flatMap(({ info }) => (info.type === "internal" ? [info] : []));
  return {
    txHash: hashExternalMessage(inMessage),
    payments: sent.map(({ dest, value }) => ({ to: dest, amountBase: value.coins })),
    feeBase: sent.reduce((sum, { forwardFee, ihrFee }) => sum + forwardFee + ihrFee, totalFees.coins),
  };
}
