import { type Kysely, sql } from "kysely";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import type { Chain, ChainTransfer, StrayListing } from "#server/chains/chain.ts";
import { listChains } from "#server/chains/chains.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { transact } from "#server/db/transact.ts";
import { readState, writeState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { selectNamed } from "./matching.ts";
import { findPayer } from "./payer.ts";

const INTERVAL_MS = 5_000;

/**
 * Notes what came to the treasury of another coin of its network, once two endpoints list it alike, and tells the person
 * whom it names. It is in no books: an operator sends it back, or on to the treasury of its coin.
 */
export const watchStrays: Job = {
  name: "watchStrays",
  intervalMs: INTERVAL_MS,
  async run(app) {
    const watched = listChains(app.chains).flatMap(({ chain }) =>
      chain === null ? [] : chain.strays.map((stray) => ({ chain, stray })),
    );
    for (const { chain, stray } of watched) {
      try {
        await readOn(app, chain, stray);
      } catch (error) {
        // The pool has logged each endpoint that does not answer.
        if (!(error instanceof ChainUnavailable)) throw error;
      }
    }
  },
};

async function readOn(app: App, chain: Chain, { coinType, listArrivals }: StrayListing): Promise<void> {
  const { kysely } = app.database;
  const cursor = `strays:${chain.coinType}:${coinType}`;
  const final = await chain.readFinal();
  const known = await readState(kysely, cursor);
  const after = known === null ? final : BigInt(known);
  // A local chain may have lost blocks.
  if (known === null || after > final) return writeState(kysely, cursor, String(final));
  if (after === final) return;
  const { agreed, disputed, last } = await listArrivals({ after, upTo: final });
  if (disputed.length > 0) {
    app.logger.warn({ coinType, position: last }, "the RPC endpoints disagree on what came to another coin's treasury");
  }
  await transact(kysely, async (trx) => {
    for (const transfer of agreed) await note(trx, app, { chain, coinType, transfer });
    // What they differ on waits until they do not.
    if (disputed.length === 0) await writeState(trx, cursor, String(last));
  });
}

interface Stray {
  chain: Pick<Chain, "network">;
  coinType: CoinType;
  transfer: ChainTransfer;
}

async function note(trx: Kysely<Schema>, app: App, { chain, coinType, transfer }: Stray): Promise<void> {
  const { txHash, from, amountBase, reference, position, time } = transfer;
  const stray = { coin_type: coinType, from_address: from, reference, network: chain.network.id };
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto("stray_transfer")
    .values({
      ...stray,
      tx_hash: txHash,
      amount_base: amountBase,
      position,
      block_time: time,
      seen_at: app.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  const tgUserId = (added ?? 0n) === 0n ? null : await findStrayPerson(trx, stray);
  if (tgUserId === null) return;
  const amount = formatAmount(amountBase, COINS[coinType].baseDecimals);
  await queueNotification(trx, app, { tgUserId, kind: "strayMoney", params: { amount, coinType } });
}

/** Whom a stray names: by its comment, else by the proven wallet that sent it. */
export async function findStrayPerson(
  trx: Kysely<Schema>,
  stray: { coin_type: CoinType; from_address: string; reference?: string | null; network: string },
): Promise<bigint | null> {
  const { walletType } = COINS[stray.coin_type];
  if (stray.reference !== null && stray.reference !== undefined) {
    const asked = { walletType, networkId: stray.network, reference: sql`${stray.reference}` };
    const { rows } = await selectNamed(asked).execute(trx);
    if (rows[0] !== undefined) return rows[0].tg_user_id;
  }
  return findPayer(trx, walletType, toAddressKey(walletType, stray.from_address));
}
