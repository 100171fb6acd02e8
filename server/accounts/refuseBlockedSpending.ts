import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { readSpendingBlocks } from "./spendingBlocks.ts";

/** Throws spendingBlocked, with causes and the time left, while the person may not spend this coin. */
export async function refuseBlockedSpending(
  trx: Kysely<Schema>,
  app: Pick<App, "clock">,
  { tgUserId, coinType }: { tgUserId: bigint; coinType: CoinType },
): Promise<void> {
  const blocks = await readSpendingBlocks(trx, app, tgUserId);
  const spendingBlocks = blocks.filter((block) => block.coinType === null || block.coinType === coinType);
  const last = spendingBlocks.at(-1);
  if (last === undefined) return;
  const leftMs = Date.parse(last.until) - app.clock.now().getTime();
  throw new ApiError("spendingBlocked", { retryAfterSeconds: Math.ceil(leftMs / 1000), data: { spendingBlocks } });
}
