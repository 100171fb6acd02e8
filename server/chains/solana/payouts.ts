import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { Logger } from "#server/logger.ts";
import { ChainUnavailable } from "../chainUnavailable.ts";
import { combineExpiring } from "../expiringPayout.ts";
import type { PayoutOffer, PayoutPart, PayoutRoute, SenderReading } from "../payoutRoute.ts";
import { findLastHeight, isAlive, readHeight } from "./blockhashLife.ts";
import { readPayout } from "./lookForPayout.ts";
import { readLamports } from "./nodeValues.ts";
import { countUnits, MICRO_LAMPORTS, SIGNATURE_FEE_BASE, signTransfers } from "./payoutTransaction.ts";
import { type AccountKind, readAccountKind } from "./readAccount.ts";
import { type Head, readHead } from "./readBlock.ts";
import { readBalance } from "./readTreasury.ts";
import type { Call, Read } from "./pool.ts";
import { readList, readRecord } from "../nodeAnswers.ts";

const LOST_REASON = "its blockhash has expired, and no block holds it";

/** Offered for priority at least, and at most, whatever others offer. */
const LEAST_PRIORITY_BASE = 5_000n;
const MOST_PRIORITY_BASE = 95_000n;
/** A transaction has 1,232 bytes. */
const MOST_IN_ONE = 20;

interface SolanaPayouts {
  treasury: string;
  /** It and those before it: what a former one has signed is followed. */
  treasuries: ReadonlySet<string>;
  signer: Signer;
  confirmations: number;
  askTwo: <T>(read: Read<T>) => Promise<readonly T[]>;
  tellAll: (tell: Read<unknown>) => Promise<void>;
  logger: Pick<Logger, "warn">;
}

/** Payouts by transfers that are not numbered: each can land until its blockhash expires. */
export function createSolanaPayouts(options: SolanaPayouts): PayoutRoute {
  const { treasury, treasuries, signer, confirmations, askTwo, tellAll, logger } = options;

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
    mostInOne: MOST_IN_ONE,

    // A transfer that would create an account below its rent does not land.
    readLeastAmount: async (to) =>
      findMost(await askTwo(async (call) => ((await readAccountKind(call, to)) === "missing" ? readRent(call) : 1n))),

    async prepare(group) {
      const { blockhash, kinds, rentBase, priorityBase } = combineReadings(
        await askTwo(async (call) => {
          const read = { rentBase: await readRent(call), priorityBase: await readPriority(call, treasury) };
          const known: AccountKind[] = [];
          for (const { to } of group) known.push(await readAccountKind(call, to));
          return { ...read, kinds: known, head: await readHead(call, confirmations) };
        }),
      );
      const isKnownToAll = (await askTwo((call) => isAlive(call, blockhash, "confirmed"))).every(Boolean);
      // After the blockhash: it is of no later block.
      const heights = await askTwo((call) => readHeight(call, "confirmed"));
      const lastHeight = isKnownToAll ? findLastHeight(heights) : null;
      const offer: PayoutOffer = { offeredBase: SIGNATURE_FEE_BASE + priorityBase, leastBase: SIGNATURE_FEE_BASE };
      return {
        // A program's account is nobody's wallet.
        offers: group.map(({ amountBase }, place) =>
          kinds[place] === "other" || (kinds[place] === "missing" && amountBase < rentBase) ? null : offer,
        ),
        async sign(parts, { replaces }) {
          // Nothing displaces a transaction: it would land beside the other one.
          const maxFeeBase = replaces === null ? chooseFee(parts) : null;
          if (maxFeeBase === null) return null;
          if (lastHeight === null) {
            logger.warn({ chain: "solana" }, "the RPC endpoints disagree on the newest block: nothing is paid out");
            throw new ChainUnavailable("sol");
          }
          const payments = parts.map(({ terms }) => terms);
          return signTransfers({ from: treasury, payments, maxFeeBase, blockhash, lastHeight }, signer);
        },
      };
    },

    readSender: () => askTwo(readSender),

    broadcast: (raw) =>
      tellAll((call) =>
        call("sendTransaction", [Buffer.from(raw).toString("base64"), { encoding: "base64", skipPreflight: true }]),
      ),

    async look(parts, sent) {
      const readings = await askTwo((call) => readPayout(call, { parts, sent, treasuries, confirmations }));
      return combineExpiring(readings, LOST_REASON);
    },
  };
}

interface PlaceReading {
  rentBase: bigint;
  priorityBase: bigint;
  kinds: readonly AccountKind[];
  head: Head;
}

/**
 * What endpoints tell together. The older blockhash, which an endpoint that is ahead knows too; the lower price, the higher
 * rent, and of each receiver the kind that takes the least.
 */
function combineReadings(readings: readonly PlaceReading[]) {
  const [first] = readings;
  if (first === undefined) throw new Error("nothing was read");
  const older = readings.reduce((oldest, { head }) => (head.slot < oldest.slot ? head : oldest), first.head);
  const findKind = (place: number): AccountKind => {
    const told = new Set(readings.map(({ kinds }) => kinds[place]));
    return told.has("other") ? "other" : told.has("missing") ? "missing" : "wallet";
  };
  return {
    blockhash: older.blockhash,
    kinds: first.kinds.map((_, place) => findKind(place)),
    rentBase: findMost(readings.map(({ rentBase }) => rentBase)),
    priorityBase: readings.reduce(
      (least, { priorityBase }) => (priorityBase < least ? priorityBase : least),
      first.priorityBase,
    ),
  };
}

function findMost(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
}

/**
 * What a transaction offers: each unit at the price of the part that may cost the least. One of several leaves each part
 * what it costs alone, since all of them fail together. Null where that is not enough to land.
 */
function chooseFee(parts: readonly PayoutPart[]): bigint | null {
  const count = BigInt(parts.length);
  const mostBase = SIGNATURE_FEE_BASE + MOST_PRIORITY_BASE;
  const eachBase = parts.reduce((least, { maxFeeBase }) => (maxFeeBase < least ? maxFeeBase : least), mostBase);
  if (eachBase < SIGNATURE_FEE_BASE) return null;
  const priorityBase = ((eachBase - SIGNATURE_FEE_BASE) * countUnits(parts.length)) / countUnits(1);
  const wantedBase = SIGNATURE_FEE_BASE + priorityBase;
  if (count === 1n) return wantedBase;
  const heldBase = count * (eachBase - SIGNATURE_FEE_BASE);
  const feeBase = wantedBase < heldBase ? wantedBase : heldBase;
  return feeBase < SIGNATURE_FEE_BASE ? null : feeBase;
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
  const offeredBase = (highest * countUnits(1) + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  if (offeredBase < LEAST_PRIORITY_BASE) return LEAST_PRIORITY_BASE;
  return offeredBase > MOST_PRIORITY_BASE ? MOST_PRIORITY_BASE : offeredBase;
}
