import type { Address } from "@ton/core";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { OutgoingTransaction } from "../chain.ts";
import type { Call } from "./pool.ts";
import { readOutgoingMessage } from "./outgoing.ts";
import { readAccount } from "./readAccount.ts";
import { readHeader } from "./readBlock.ts";
import { readTransactions } from "./readTransactions.ts";
import { isOneOf } from "./readTransfers.ts";

/** How far back a transaction is looked for, in blocks. */
const MOST_BLOCKS = 1_000_000;
const PART_BLOCKS = 20_000;

interface AskedOutgoing {
  txHash: string;
  /** The treasury, and those before it. */
  treasuries: readonly Address[];
  /** The newest final block of this endpoint. */
  final: number;
}

/** A final transaction by which a treasury sent one transfer, as one endpoint has it. Null where there is none. */
export async function readOutgoing(call: Call, asked: AskedOutgoing): Promise<OutgoingTransaction | null> {
  for (const treasury of asked.treasuries) {
    const outgoing = await readOutgoingOf(call, treasury, asked);
    if (outgoing !== null) return outgoing;
  }
  return null;
}

async function readOutgoingOf(
  call: Call,
  treasury: Address,
  { txHash, treasuries, final }: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const address = treasury.toRawString();
  let upTo = await readAccount(call, address, final);
  const last = Math.max(1, final - MOST_BLOCKS);
  while (upTo.seqno > last && upTo.lastLt > 0n) {
    const after = await readAccount(call, address, Math.max(last, upTo.seqno - PART_BLOCKS));
    const { placed } = await readTransactions(call, address, { after, upTo });
    for (const { transaction, seqno } of placed) {
      const outgoing = readOutgoingMessage(transaction);
      if (outgoing === null || outgoing.txHash !== txHash) continue;
      const { payments, feeBase } = outgoing;
      if (payments.length > 1) throw new Error("a transaction of several transfers");
      const [payment] = payments;
      const to = (payment?.to ?? treasury).toString({ bounceable: false });
      const isOut = payment !== undefined && !isOneOf(treasuries, payment.to);
      const { time } = await readHeader(call, seqno);
      const amountBase = isOut ? payment.amountBase : 0n;
      return { txHash, to, toKey: toAddressKey("Ton", to), amountBase, feeBase, position: BigInt(seqno), time };
    }
    upTo = after;
  }
  return null;
}
