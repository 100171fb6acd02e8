import type { Address, Message } from "@ton/core";
import type { Call } from "../ton/network.ts";
import { type Arrival, type ArrivalRules, findSource, isOneOf, readOrder } from "../ton/transfers.ts";
import { type Jetton, locateJettonWallet } from "./jettonWallet.ts";
import { readInternalTransfer } from "./messages.ts";
import { hasHappened } from "./outcomes.ts";

/**
 * What counts as a transfer of a jetton: what the treasury's jetton wallet took in of another owner's. A notification to the
 * treasury proves nothing, and is left out where nothing is forwarded.
 */
export function createRules(jetton: Jetton, treasuries: readonly Address[], leastBase: bigint): ArrivalRules {
  return {
    leastBase,
    read(transaction) {
      const { inMessage: message } = transaction;
      if (message?.info.type !== "internal" || message.info.bounced || !hasHappened(transaction)) return null;
      const transfer = readInternalTransfer(message.body);
      if (transfer === null || transfer.from === null || transfer.amountBase === 0n) return null;
      // What is minted comes from the master, whomever it names, and is nobody's.
      if (!message.info.src.equals(locateJettonWallet(jetton, transfer.from))) return null;
      if (isOneOf(treasuries, transfer.from)) return null;
      return { message, from: transfer.from, amountBase: transfer.amountBase, told: transfer.payload };
    },
    findOrder,
  };
}

/** The owner's wallet asks its jetton wallet, which tells the treasury's: the order is two transactions before. */
async function findOrder(call: Call, { message, from }: Arrival): Promise<Message | null> {
  const { inMessage: request } = await findSource(call, message);
  if (request?.info.type !== "internal" || !request.info.src.equals(from)) return null;
  return readOrder(await findSource(call, request));
}
