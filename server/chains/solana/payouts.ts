import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import { combineExpiring } from "../expiringPayout.ts";
import type { PayoutRoute, SenderReading } from "../payoutRoute.ts";
import { readPayout } from "./lookForPayout.ts";
import { readLamports } from "./nodeValues.ts";
import { COMPUTE_UNITS, MICRO_LAMPORTS, SIGNATURE_FEE_BASE, signTransfer } from "./payoutTransaction.ts";
import { readAccountKind } from "./readAccount.ts";
import { readHead } from "./readBlock.ts";
import { readBalance } from "./readTreasury.ts";
import type { Call, Read } from "./pool.ts";
import { readList, readRecord } from "../nodeAnswers.ts";

const LOST_REASON = "its blockhash has expired, and no block holds it";

/** Offered for priority at least, and at most, whatever others offer. */
const LEAST_PRIORITY_BASE = 5_000n;
const MOST_PRIORITY_BASE = 95_000n;

interface SolanaPayouts {
  treasury: string;
  signer: Signer;
  confirmations: number;
  askOne: <T>(read: Read<T>) => Promise<T>;
  askTwo: <T>(read: Read<T>) => Promise<readonly T[]>;
  tellAll: (tell: Read<unknown>) => Promise<void>;
}

/** Payouts by transfers that are not numbered: each can land until its blockhash expires. */
export function createSolanaPayouts(options: SolanaPayouts): PayoutRoute {
  const { treasury, signer, confirmations, askOne, askTwo, tellAll } = options;

  async function readSender(call: Call): Promise<SenderReading> {
    const { final } = await readHead(call, confirmations);
    const heldBase = await readBalance(call, treasury, "confirmed");
    const keptBase = await readRent(call);
    return {
      // An account keeps its rent: a transfer that leaves less does not land.
      balanceBase: heldBase > keptBase ? heldBase - keptBase : 0n,
      nextSequence: null,
      finalSequence: null,
      finalPosition: BigInt(final),
    };
  }

  return {
    senderKey: toAddressKey("Solana", treasury),

    // A transfer that would create an account below its rent does not land.
    readLeastAmount: (to) =>
      askOne(async (call) => ((await readAccountKind(call, to)) === "missing" ? readRent(call) : 1n)),

    async prepare({ to, amountBase }) {
      const read = await askOne(async (call) => ({
        head: await readHead(call, confirmations),
        kind: await readAccountKind(call, to),
        rentBase: await readRent(call),
        priorityBase: await readPriority(call, treasury),
      }));
      // A program's account is nobody's wallet.
      if (read.kind === "other" || (read.kind === "missing" && amountBase < read.rentBase)) return null;
      const { blockhash, lastValidHeight } = read.head;
      return {
        offeredBase: SIGNATURE_FEE_BASE + read.priorityBase,
        leastBase: SIGNATURE_FEE_BASE,
        async sign({ maxFeeBase, replaces }) {
          // Nothing displaces a transaction: it would land beside the other one.
          if (replaces !== null || maxFeeBase < SIGNATURE_FEE_BASE) return null;
          const mostBase = SIGNATURE_FEE_BASE + MOST_PRIORITY_BASE;
          const feeBase = maxFeeBase < mostBase ? maxFeeBase : mostBase;
          const transfer = { from: treasury, to, amountBase, maxFeeBase: feeBase, blockhash, lastValidHeight };
          return signTransfer(transfer, signer);
        },
      };
    },

    readSender: () => askTwo(readSender),

    broadcast: (raw) =>
      tellAll((call) =>
        call("sendTransaction", [Buffer.from(raw).toString("base64"), { encoding: "base64", skipPreflight: true }]),
      ),

    async look(terms, sent) {
      const readings = await askTwo((call) => readPayout(call, { terms, sent, treasury, confirmations }));
      return combineExpiring(readings, LOST_REASON);
    },
  };
}

/** What an account without data must hold, in base units. */
async function readRent(call: Call): Promise<bigint> {
  return readLamports(await call("getMinimumBalanceForRentExemption", [0]));
}

/** What a transfer of the treasury offers for priority, by what others have paid for the same account lately. */
async function readPriority(call: Call, treasury: string): Promise<bigint> {
  const fees = readList(await call("getRecentPrioritizationFees", [[treasury]])).map((fee) =>
    readLamports(readRecord(fee)["prioritizationFee"]),
  );
  const highest = fees.reduce((most, fee) => (fee > most ? fee : most), 0n);
  const offeredBase = (highest * COMPUTE_UNITS + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  if (offeredBase < LEAST_PRIORITY_BASE) return LEAST_PRIORITY_BASE;
  return offeredBase > MOST_PRIORITY_BASE ? MOST_PRIORITY_BASE : offeredBase;
}
