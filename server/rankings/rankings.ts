import { type RawBuilder, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { hasAddress } from "#domain/name/hasAddress.ts";
import type { App } from "#server/app.ts";
import type { Handler } from "#server/calls/handler.ts";
import { seeTitle, toPerson } from "#server/calls/person.ts";
import { sumEnded } from "./sumEnded.ts";
import { weekOf } from "./rankShares.ts";

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
  await sumEnded(app);
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
    select r.subject_id, r.value_micros, 1 + (
        select count(*) from ranking_sum above
        where kind = ${kind} and period = ${key} and not is_hidden and value_micros > r.value_micros
      ) as rank, c.title, u.first_name, u.last_name, u.photo_url
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
