import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import {
  type NumberedReading,
  type PayoutOffer,
  type PayoutRoute,
  type PayoutTerms,
  type PreparedTransfer,
  type PreparedTransfers,
  type SenderReading,
  takeOnly,
} from "#server/chains/payoutRoute.ts";
import { readStrayFuel } from "#server/ledger/strayFuel.ts";
import type { Schema } from "#server/db/schema.ts";

/** What was under way when the treasury was read: booked since, it may be in no balance that was read. */
export interface ReadingMark {
  /** By the clock, before the treasury was asked for. */
  readAt: Date;
  /** Payouts that were signed then and not booked. */
  signedIds: readonly string[];
}

/** What the chain tells of the treasury and of a group of payouts before a transaction of them is signed. */
export type Signing = { mark: ReadingMark } & (
  | { model: "expiry"; readings: readonly SenderReading[]; prepared: PreparedTransfers }
  | { model: "nonce"; readings: readonly NumberedReading[]; prepared: PreparedTransfer | null }
);

/** Payouts that one transaction takes at most, and transactions that may be signed and not final at a time. */
export function readCapacity(route: PayoutRoute): { maxBatchSize: number; maxInFlight: number } {
  return route.model === "expiry" ? route : { maxBatchSize: 1, maxInFlight: Number.POSITIVE_INFINITY };
}

/** Reads the treasury once. What it answers prepares one group after the other. */
export async function openSigning(
  { database, clock }: Pick<App, "database" | "clock">,
  { coinType, fuelCoin }: Pick<Chain, "coinType" | "fuelCoin">,
  route: PayoutRoute,
): Promise<(group: readonly PayoutTerms[]) => Promise<Signing>> {
  const mark = { readAt: clock.now(), signedIds: await listSigned(database.kysely, coinType) };
  if (route.model === "expiry") {
    const keptFuelBase = fuelCoin === null ? 0n : await readStrayFuel(database.kysely, fuelCoin);
    const readings = await route.readSender(keptFuelBase);
    return async (group) => ({ mark, model: "expiry", readings, prepared: await route.prepare(group, keptFuelBase) });
  }
  const readings = await route.readSender();
  return async (group) => ({ mark, model: "nonce", readings, prepared: await route.prepare(takeOnly(group)) });
}

async function listSigned(database: Kysely<Schema>, coinType: CoinType): Promise<string[]> {
  const signed = await database
    .selectFrom("payout")
    .select("payout_id")
    .where("coin_type", "=", coinType)
    .where("status", "in", SIGNED_PAYOUTS)
    .execute();
  return signed.map(({ payout_id: payoutId }) => payoutId);
}

/** One for each payout of the transaction, in order; null for a receiver that takes no plain transfer. */
export function listOffers(signing: Signing): readonly (PayoutOffer | null)[] {
  return signing.model === "expiry" ? signing.prepared.offers : [signing.prepared?.offer ?? null];
}

/** What one transfer costs now; null for a receiver that takes none. */
export async function readOffer(route: PayoutRoute, terms: PayoutTerms): Promise<PayoutOffer | null> {
  if (route.model === "nonce") return (await route.prepare(terms))?.offer ?? null;
  const [offer = null] = (await route.prepare([terms])).offers;
  return offer;
}
