import type { Logger } from "#server/logger.ts";
import type { Signer } from "#server/signers/signer.ts";
import { ChainUnavailable } from "../chainUnavailable.ts";
import { readList, readRecord } from "../nodeAnswers.ts";
import type { ExpiryPayouts } from "../createPayouts.ts";
import { type PayoutOffer, takeOnly } from "../payoutRoute.ts";
import { type Quorum, takeEach, takeHighest, takeLowest, takeStrictest } from "../quorum.ts";
import { findBlockhash, findLastHeight, findPayouts, readHeight } from "./expiry.ts";
import type { Call } from "./network.ts";
import { type AccountKind, readAccountKind, readBalance, type SolanaReader } from "./reader.ts";
import { MICRO_LAMPORTS, SIGNATURE_FEE_BASE, signTransfer, UNITS } from "./sign.ts";
import { readLamports } from "./values.ts";

/** Offered for priority at least, and at most, whatever others offer. */
const LEAST_PRIORITY_BASE = 5_000n;
const MOST_PRIORITY_BASE = 95_000n;
const MOST_FEE_BASE = SIGNATURE_FEE_BASE + MOST_PRIORITY_BASE;

interface Terms {
  rentBase: bigint;
  priorityBase: bigint;
  /** Of the receiver. */
  kind: AccountKind;
}

const chooseTerms = takeEach<Terms>({
  rentBase: takeHighest,
  priorityBase: takeLowest,
  kind: takeStrictest<AccountKind>(["other", "missing", "wallet"]),
});

interface SolanaPayouts {
  treasury: string;
  signer: Signer;
  quorum: Quorum<SolanaReader>;
  logger: Pick<Logger, "warn">;
}

/** Payouts by transfers that are not numbered: each can land until its blockhash expires. */
export function createPayouts({ treasury, signer, quorum, logger }: SolanaPayouts): ExpiryPayouts<SolanaReader> {
  return {
    model: "expiry",
    maxBatchSize: 1,
    maxInFlight: Number.POSITIVE_INFINITY,
    lostReason: "its blockhash has expired, and no block holds it",

    // A transfer that would create an account below its rent does not land.
    readLeastAmount: (to) =>
      quorum.conclude(
        async ({ call }) => ((await readAccountKind(call, to)) === "missing" ? readRent(call) : 1n),
        takeHighest,
      ),

    async prepare(group) {
      const { to, amountBase } = takeOnly(group);
      const { kind, rentBase, priorityBase } = await quorum.conclude(
        async ({ call }): Promise<Terms> => ({
          rentBase: await readRent(call),
          priorityBase: await readPriority(call, treasury),
          kind: await readAccountKind(call, to),
        }),
        chooseTerms,
      );
      const blockhash = await findBlockhash(quorum);
      // After the blockhash: it is of no later block.
      const lastHeight = await quorum.conclude(({ call }) => readHeight(call, "confirmed"), findLastHeight);
      const offer: PayoutOffer = { offeredBase: SIGNATURE_FEE_BASE + priorityBase, leastBase: SIGNATURE_FEE_BASE };
      return {
        // A program's account is nobody's wallet.
        offers: [kind === "other" || (kind === "missing" && amountBase < rentBase) ? null : offer],
        async sign(parts) {
          const part = takeOnly(parts);
          const maxFeeBase = part.maxFeeBase < MOST_FEE_BASE ? part.maxFeeBase : MOST_FEE_BASE;
          if (maxFeeBase < SIGNATURE_FEE_BASE) return null;
          if (blockhash === null || lastHeight === null) {
            logger.warn({ chain: "solana" }, "the RPC endpoints disagree on the newest block: nothing is paid out");
            throw new ChainUnavailable("sol");
          }
          return signTransfer({ from: treasury, ...part.terms, maxFeeBase, blockhash, lastHeight }, signer);
        },
      };
    },

    async readSender(reader) {
      const final = await reader.readFinal(await reader.readTip());
      const heldBase = await readBalance(reader.call, treasury, "confirmed");
      const keptBase = await readRent(reader.call);
      // An account keeps its rent: a transfer that leaves less does not land.
      return { balanceBase: heldBase > keptBase ? heldBase - keptBase : 0n, finalPosition: BigInt(final) };
    },

    send: ({ call }, raw) =>
      call("sendTransaction", [Buffer.from(raw).toString("base64"), { encoding: "base64", skipPreflight: true }]),

    find: findPayouts,
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
  const offeredBase = (highest * UNITS + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  if (offeredBase < LEAST_PRIORITY_BASE) return LEAST_PRIORITY_BASE;
  return offeredBase > MOST_PRIORITY_BASE ? MOST_PRIORITY_BASE : offeredBase;
}
