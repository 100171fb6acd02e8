import { COINS } from "#domain/coins.ts";
import { listLeaves, type ShareLeaf } from "#domain/draw/commitTogether.ts";
import { hashLeaf, provePath } from "#domain/draw/merkleTree.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { toHex } from "#domain/hex.ts";
import type { App } from "#server/app.ts";
import { cacheFor } from "#server/chains/cacheFor.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";

/** A share as a leaf of its envelope's commitment, with its way to the root. */
export interface ProvenShare {
  leaf: ShareLeaf;
  /** Hex, the lowest first. */
  path: string[];
}

/** Shares never change. */
const KEPT_MS = 60_000;
const MOST_KEPT = 200;

/** The shares of an open envelope that is drawn for all, in slot order. */
export function proveShares(app: App, envelopeId: string): Promise<readonly ProvenShare[]> {
  return findShares(app)(envelopeId);
}

const findShares = keepPerBot(({ database: { kysely } }) =>
  cacheFor(KEPT_MS, MOST_KEPT, async (envelopeId): Promise<readonly ProvenShare[]> => {
    const { coin_type: coinType, salt } = await kysely
      .selectFrom("envelope")
      .select(["coin_type", "salt"])
      .where("envelope_id", "=", envelopeId)
      .executeTakeFirstOrThrow();
    const all = kysely.selectFrom("share").select("amount_base").where("envelope_id", "=", envelopeId);
    const rows = await all.orderBy("slot").execute();
    const shares = rows.map((row) => formatAmount(row.amount_base, COINS[coinType].baseDecimals));
    const leaves = listLeaves({ envelopeId, salt: salt?.toString("hex") ?? "", shares });
    const hashes = leaves.map(hashLeaf);
    return leaves.map((leaf): ProvenShare => ({ leaf, path: provePath(hashes, leaf.slot).map(toHex) }));
  }),
);
