import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { workOnDue } from "#server/outbox/failedWork.ts";
import { creditTransfers } from "./credit.ts";
import { findCold, findPayer, isContested, lockAddresses } from "./payer.ts";

/** Earlier transfers that a proof itself credits; anybody can have sent many. */
const MOST_AT_PROOF = 50;
/** Those that the job credits in a transaction. */
const MOST_IN_TURN = 500;

interface ProvenSender {
  coinType: CoinType;
  fromKey: string;
  payerId: bigint;
}

/**
 * Credits the oldest earlier transfers of an address to the user who has just proven it, inside the transaction of the
 * proof, and leaves the others to the job, and all of them while their chain cannot be reached: a proof may be another
 * chain's. A transfer stays unmatched if another user had the address bound, or an order
 * from it, when it arrived: two people can then claim it, and a signature can be obtained by a trick. The caller must
 * hold the address's lock.
 */
export async function creditUnmatched(trx: Kysely<Schema>, app: App, sender: ProvenSender): Promise<void> {
  const { coinType, fromKey, payerId } = sender;
  const isReachable = app.chains[coinType]?.chain !== null;
  if (isReachable && !(await creditSome(trx, app, sender, MOST_AT_PROOF))) return;
  const waiting = { tg_user_id: payerId, tried_at: app.clock.now() };
  await trx
    .insertInto("proof_credit")
    .values({ ...waiting, coin_type: coinType, from_address_key: fromKey })
    .onConflict((conflict) => conflict.columns(["coin_type", "from_address_key"]).doUpdateSet(waiting))
    .execute();
}

/** Answers whether there are more. */
async function creditSome(
  trx: Kysely<Schema>,
  app: App,
  { coinType, fromKey, payerId }: ProvenSender,
  most: number,
): Promise<boolean> {
  if ((await findCold(trx, coinType, [fromKey])).size > 0) return false;
  const select = (limit: number) =>
    trx
      .selectFrom("chain_transfer")
      .select(["tx_hash", "transfer_index"])
      .where("coin_type", "=", coinType)
      .where("from_address_key", "=", fromKey)
      .where("outcome", "=", "unmatched")
      .where((where) => where.not(isContested(coinType, "chain_transfer", sql`${payerId}`)))
      .orderBy("position")
      .orderBy("tx_hash")
      .orderBy("transfer_index")
      .limit(limit)
      .forUpdate()
      .execute();
  const rows = await select(most);
  await creditTransfers(trx, app, {
    coinType,
    payerId,
    transfers: rows.map(({ tx_hash: txHash, transfer_index: index }) => ({ txHash, index })),
    findSource: ({ txHash, index }) => ({
      account: ACCOUNTS.unmatched(coinType),
      transactionId: `proof:${coinType}:${txHash}:${index}`,
    }),
  });
  return (await select(1)).length > 0;
}

/** Credits some more of what was sent from one proven address, people in turn. False where nothing is due. */
async function creditNext(app: App, startedAt: Date): Promise<boolean> {
  const next = await app.database.kysely
    .selectFrom("proof_credit")
    .selectAll()
    .where("tried_at", "<=", startedAt)
    .orderBy("tried_at")
    .orderBy("coin_type")
    .orderBy("from_address_key")
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return false;
  const { coin_type: coinType, from_address_key: fromKey } = next;
  const ofSender = (query: Kysely<Schema>) =>
    query.deleteFrom("proof_credit").where("coin_type", "=", coinType).where("from_address_key", "=", fromKey);
  await app.database.kysely
    .updateTable("proof_credit")
    .set({ tried_at: new Date(Math.max(app.clock.now().getTime(), startedAt.getTime() + 1)) })
    .where("coin_type", "=", coinType)
    .where("from_address_key", "=", fromKey)
    .execute();
  await app.prices.read(coinType);
  await workOnDue(app, "creditProven", `${coinType}:${fromKey}`, () =>
    transact(app.database.kysely, async (trx) => {
      const { walletType } = COINS[coinType];
      await lockAddresses(trx, walletType, [fromKey]);
      const payerId = await findPayer(trx, walletType, fromKey);
      // Who lost the wallet meanwhile gets no more of it; its proof has noted whoever has it now.
      const isDone = payerId === null || !(await creditSome(trx, app, { coinType, fromKey, payerId }, MOST_IN_TURN));
      if (isDone) await ofSender(trx).execute();
    }),
  );
  return true;
}

/** Credits what proofs have left. */
export const creditProven: Job = {
  name: "creditProven",
  intervalMs: 1_000,
  async run(app, signal) {
    const startedAt = app.clock.now();
    while (!signal.aborted && (await creditNext(app, startedAt)));
  },
};
