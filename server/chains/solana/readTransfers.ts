import { decodeBase58 } from "#domain/address/base58.ts";
import type { ChainTransfer } from "../chain.ts";
import type { Instruction, ReadTransaction } from "./readTransaction.ts";

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const TRANSFER = 2;
const TRANSFER_WITH_SEED = 11;
/** The tag and the lamports. */
const HEAD_BYTES = 12;
/** A transaction has 1,232 bytes; the System program reads no longer instruction. */
const MOST_DATA_CHARACTERS = 1_800;

/** A transfer by the System program. */
export interface Transfer {
  from: string;
  to: string;
  amountBase: bigint;
  /** Accounts that the instruction names beside those that it needs. */
  extra: readonly string[];
}

/** The transfers to the treasuries from elsewhere, by instructions of the transaction or of programs that it calls. */
export function readTransfersTo(treasuries: ReadonlySet<string>, transaction: ReadTransaction): ChainTransfer[] {
  if (transaction.hasFailed) return [];
  const { txHash, slot, time } = transaction;
  return listTransfers(transaction)
    .filter(({ to, from }) => treasuries.has(to) && !treasuries.has(from))
    .map(({ from, amountBase, extra }, index) => ({
      txHash,
      index,
      from,
      amountBase,
      reference: extra[0] ?? null,
      position: BigInt(slot),
      ref: null,
      time,
    }));
}

/** All transfers that the transaction asked for, also where it has failed. */
export function listTransfers({ instructions }: ReadTransaction): Transfer[] {
  return instructions.flatMap((instruction) => readTransfer(instruction) ?? []);
}

function readTransfer({ program, accounts, data }: Instruction): Transfer | null {
  if (program !== SYSTEM_PROGRAM) return null;
  const bytes = decodeHead(data);
  if (bytes === null) return null;
  const tag = bytes.readUInt32LE(0);
  // With a seed, the second account is the one that signs for the first.
  const receiver = tag === TRANSFER ? 1 : tag === TRANSFER_WITH_SEED ? 2 : null;
  const from = accounts[0];
  const to = receiver === null ? undefined : accounts[receiver];
  if (receiver === null || from === undefined || to === undefined) return null;
  return { from, to, amountBase: bytes.readBigUInt64LE(4), extra: accounts.slice(receiver + 1) };
}

/** The first bytes of an instruction, which may have more; null for one that is too short or too long. */
function decodeHead(text: string): Buffer | null {
  if (text.length > MOST_DATA_CHARACTERS) return null;
  // A character holds 0.733 bytes, a leading 1 a whole one.
  const ones = /^1*/u.exec(text)?.[0].length ?? 0;
  const least = ones + Math.floor((text.length - ones) * 0.7322);
  const most = ones + Math.ceil((text.length - ones) * 0.7326);
  for (let length = Math.max(least, HEAD_BYTES); length <= most; length += 1) {
    const bytes = decodeBase58(text, length);
    if (bytes !== null) return Buffer.from(bytes);
  }
  return null;
}
