import { type RawBuilder, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { hasAddress } from "#domain/name/hasAddress.ts";
import type { App } from "#server/app.ts";
import type { Handler } from "#server/calls/handler.ts";
import { seeTitle } from "#server/calls/nameSomebody.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { countClaims } from "./countClaims.ts";
import { weekOf } from "./weekOf.ts";

type Kind = "user" | "chat";
type Ranking = components["schemas"]["Ranking"];
type Place = components["schemas"]["RankingPlace"];

const MOST_PLACES = 50;
const MICRO_DECIMALS = 6;

export interface RankingAsk {
  kind: Kind;
  period: "week" | "all";
  /** The people or groups whose best place is returned with the list. */
  own: RawBuilder<unknown>;
  /** Of names that nothing can be seen of. */
  language: Language;
}

interface Row {
  subject_id: bigint;
  value_micros: bigint;
  rank: bigint;
  title: string | null;
  first_name: string | null;
  last_name: string | null;
  photo_url: string | null;
}

/**
 * The first places and the caller's own. Equal values share a place. Counts waiting claims first, so that a claim shows
 * at once.
 */
export async function readRanking(app: App, { kind, period, own, language }: RankingAsk): Promise<Ranking> {
  await countClaims(app);
  const { kysely } = app.database;
  const key = toPeriodKey(app, period);
  const first = await sql<Row>`
    select r.subject_id, r.value_micros, rank() over (order by r.value_micros desc) as rank,
      c.title, u.first_name, u.last_name, u.photo_url
    from (
      select * from ranking_sum
      where kind = ${kind} and period = ${key} and not is_hidden
      order by value_micros desc, subject_id limit ${MOST_PLACES}
    ) r
    ${NAMES}
    order by r.value_micros desc, r.subject_id
  `.execute(kysely);
  const mine = await sql<Row>`
    select r.subject_id, r.value_micros, 1 + (${countAbove(kind, key)}) as rank, c.title, u.first_name, u.last_name, u.photo_url
    from (
      select * from ranking_sum
      where kind = ${kind} and period = ${key} and not is_hidden and subject_id in (${own})
      order by value_micros desc, subject_id limit 1
    ) r
    ${NAMES}
  `.execute(kysely);
  const [me] = mine.rows;
  return {
    items: first.rows.map((row) => toPlace(row, language)),
    me: me === undefined ? null : toPlace(me, language),
  };
}

/** As the sums of that period are stored. */
export function toPeriodKey({ clock }: App, period: RankingAsk["period"]): RawBuilder<unknown> {
  return period === "all" ? sql`'all'` : weekOf(sql`${clock.now()}::timestamptz`);
}

const NAMES = sql`
  left join tg_user u on r.kind = 'user' and u.tg_user_id = r.subject_id
  left join chat c on r.kind = 'chat' and c.chat_id = r.subject_id`;

/**
 * The number of visible sums above r.value_micros: per level those with a larger prefix within the same prefix of the
 * level above, and the few that differ only in the last two digits.
 */
function countAbove(kind: Kind, key: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql<bigint>`
    (
      select coalesce(sum(s.subjects), 0) from generate_series(1, 8) l (level)
      cross join lateral (
        select sum(subjects) as subjects from ranking_step
        where kind = ${kind} and period = ${key} and level = l.level
          and prefix > div(r.value_micros, 100::numeric ^ l.level)
          and (l.level = 8 or prefix < (div(r.value_micros, 100::numeric ^ (l.level + 1)) + 1) * 100)
      ) s
    ) + (
      select count(*) from ranking_sum near
      where near.kind = ${kind} and near.period = ${key} and not near.is_hidden
        and near.value_micros > r.value_micros and near.value_micros < (div(r.value_micros, 100) + 1) * 100
    )`;
}

/** Everybody sees the first groups: a title that leads elsewhere is not shown. */
function toPlace(row: Row, language: Language): Place {
  const named =
    row.first_name === null
      ? { name: seeTitle(hasAddress(row.title ?? "") ? "" : (row.title ?? ""), row.subject_id), url: null }
      : toPerson({ ...row, tg_user_id: row.subject_id, first_name: row.first_name }, language);
  return { rank: Number(row.rank), ...named, valueUsdt: formatAmount(row.value_micros, MICRO_DECIMALS) };
}

/** People by what others claimed from their envelopes. A hidden person has no place, not even their own. */
export const getUserRanking: Handler<"getUserRanking"> = (
  { user: { tgUserId }, query: { period = "week" }, language },
  app,
) => readRanking(app, { kind: "user", period, language, own: sql`${tgUserId}::bigint` });
