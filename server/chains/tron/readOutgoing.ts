import { toAddressKey } from "#domain/address/addressKey.ts";
import type { OutgoingTransaction } from "../chain.ts";
import { toBase58Address } from "./address.ts";
import type { Call } from "./pool.ts";
import { readInfo } from "./lookForPayout.ts";
import { readTransactions } from "./readBlock.ts";

interface AskedOutgoing {
  txHash: string;
  treasuryHexes: ReadonlySet<string>;
  /** The newest final block of this endpoint. */
  final: number;
}

/** A final transfer or call of a contract by the treasury, as one endpoint has it. Null where there is none. */
export async function readOutgoing(
  call: Call,
  { txHash, treasuryHexes, final }: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const info = await readInfo(call, txHash);
  if (info === null || info.blockNumber > final) return null;
  const { header, transactions } = await readTransactions(call, info.blockNumber, treasuryHexes);
  const transaction = transactions.find((item) => item.txHash === txHash);
  if (transaction === undefined || transaction.spending === null) return null;
  const { spending, isSuccess } = transaction;
  if (!treasuryHexes.has(spending.owner)) return null;
  const to = toBase58Address(spending.to);
  return {
    txHash,
    to,
    toKey: toAddressKey("Tron", to),
    amountBase: isSuccess && !treasuryHexes.has(spending.to) ? spending.amountBase : 0n,
    feeBase: info.feeBase,
    position: BigInt(header.number),
    time: header.time,
  };
}
