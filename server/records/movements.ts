import { sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Handler } from "#server/calls/handler.ts";
import { paginate, readTimeCursor, selectNewest, writeTimeCursor } from "#server/calls/pages.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";

type Movement = components["schemas"]["Movement"];
type Kind = Movement["kind"];

interface Line {
  transaction_id: string;
  kind: Kind;
  coin_type: CoinType;
  amount_base: bigint;
  created_at: Date;
  /** The envelope of a claim. */
  home: string;
}

/** Of a ledger transaction, which is named after what it books. */
const MOVEMENT_ID = /^[\w:-]{1,150}$/u;

/** Which id the transaction of each kind is named by, after its colon. */
const NAMED_BY: Partial<Record<Kind, "envelopeId" | "orderId" | "payoutId">> = {
  refund: "envelopeId",
  balance: "orderId",
  orderEnded: "orderId",
  payout: "payoutId",
  payoutBack: "payoutId",
  payoutReturned: "payoutId",
};

/** What the caller's balances gained and lost, newest first: the ledger's own lines. Their number is kept. */
export const movements: Handler<"movements"> = async ({ user: { tgUserId }, query }, { database }) => {
  const { coinType, cursor, limit } = query;
  const coinTypes = coinType === undefined ? COIN_TYPES : [coinType];
  const accounts = coinTypes.map((coin) => ACCOUNTS.user(tgUserId, coin));
  const { rows } = await selectNewest<Line>({
    table: "ledger_entry",
    columns: ["transaction_id", "kind", "coin_type", "amount_base", "created_at", "home"],
    time: "created_at",
    id: "transaction_id",
    parts: accounts.map((account) => sql`account = ${account}`),
    after: cursor === undefined ? null : readTimeCursor(cursor, MOVEMENT_ID),
    count: limit + 1,
  }).execute(database.kysely);
  const { total } = await database.kysely
    .selectFrom("account_total")
    .select((select) => select.fn.sum<bigint | null>("entry_count").as("total"))
    .where("tg_user_id", "=", tgUserId)
    .where("coin_type", "in", coinTypes)
    .executeTakeFirstOrThrow();
  const { page, nextCursor } = paginate(rows, {
    limit,
    toCursor: (row) => writeTimeCursor({ time: row.created_at, id: row.transaction_id }),
  });
  return { items: page.map(toMovement), total: Number(total ?? 0n), nextCursor };
};

function toMovement(line: Line): Movement {
  const { transaction_id: movementId, kind, coin_type: coinType, home } = line;
  const ids = { envelopeId: null, orderId: null, payoutId: null };
  const key = NAMED_BY[kind];
  const named =
    kind === "claim"
      ? { envelopeId: home }
      : key === undefined
        ? {}
        : { [key]: movementId.slice(movementId.indexOf(":") + 1) };
  return {
    movementId,
    kind,
    coinType,
    amount: formatAmount(line.amount_base, COINS[coinType].baseDecimals),
    at: line.created_at.toISOString(),
    ...ids,
    ...named,
  };
}
