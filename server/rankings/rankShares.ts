import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { isPseudonym } from "#server/ledger/pseudonym.ts";

/** Different people who have claimed in a group before it is ranked: less would be ranked by its friends alone. */
const FEWEST_CLAIMERS = 5;

/** A claim of an ended envelope. */
export interface ClaimedShare {
  sender_id: bigint;
  claimer_id: bigint;
  week: string;
  envelope_id: string;
  chat_id: bigint | null;
  claimed_at: Date;
  /** 0 where no price was known. */
  value_micros: bigint;
}

/**
 * Adds shares to the rankings: of each sender and claimer the first of a week counts. One that was claimed before the one
 * that counts so far, from an envelope that ended later, takes its place. A repeat changes nothing. Needs `lockRankings`.
 */
export async function rankShares(trx: Kysely<Schema>, shares: readonly ClaimedShare[]): Promise<void> {
  await addClaimers(trx, shares);
  await addValues(
    trx,
    shares.filter((share) => share.claimer_id !== share.sender_id && share.value_micros > 0n),
  );
  const chatIds = new Set(shares.flatMap(({ chat_id: chatId }) => chatId ?? []));
  await showGroups(trx, [...chatIds]);
}

/** A deleted account is nobody: who comes back is no second claimer. */
async function addClaimers(trx: Kysely<Schema>, shares: readonly ClaimedShare[]): Promise<void> {
  await sql`
    insert into group_claimer (chat_id, tg_user_id)
    select distinct chat_id, claimer_id from ${toRecords(shares.filter((share) => !isPseudonym(share.claimer_id)))}
    where chat_id is not null on conflict do nothing
  `.execute(trx);
}

async function addValues(trx: Kysely<Schema>, shares: readonly ClaimedShare[]): Promise<void> {
  if (shares.length === 0) return;
  await sql`
    with first as (
      select distinct on (sender_id, claimer_id, week) * from ${toRecords(shares)}
      order by sender_id, claimer_id, week, claimed_at, envelope_id
    ),
    displaced as (
      select r.* from ranked_share r join first f using (sender_id, claimer_id, week)
      where (f.claimed_at, f.envelope_id) < (r.claimed_at, r.envelope_id)
    ),
    written as (
      insert into ranked_share as r (sender_id, claimer_id, week, envelope_id, chat_id, claimed_at, value_micros)
      select sender_id, claimer_id, week, envelope_id, chat_id, claimed_at, value_micros from first
      on conflict (sender_id, claimer_id, week) do update set envelope_id = excluded.envelope_id,
        chat_id = excluded.chat_id, claimed_at = excluded.claimed_at, value_micros = excluded.value_micros
      where (excluded.claimed_at, excluded.envelope_id) < (r.claimed_at, r.envelope_id)
      returning *
    ),
    change as (
      select s.kind, s.subject_id, p.period, sum(c.value_micros) as value_micros
      from (
        select sender_id, chat_id, week, value_micros from written
        union all
        select sender_id, chat_id, week, -value_micros from displaced
      ) c
      cross join lateral (values ('user', c.sender_id), ('chat', c.chat_id)) s (kind, subject_id)
      cross join lateral (values ('all'), (c.week)) p (period)
      where s.subject_id is not null
      group by 1, 2, 3
    ),
    emptied as (
      delete from ranking_sum r using change c
      where r.kind = c.kind and r.subject_id = c.subject_id and r.period = c.period
        and r.value_micros + c.value_micros = 0
    ),
    changed as (
      update ranking_sum r set value_micros = r.value_micros + c.value_micros from change c
      where r.kind = c.kind and r.subject_id = c.subject_id and r.period = c.period
        and r.value_micros + c.value_micros > 0 and c.value_micros <> 0
      returning r.kind, r.subject_id, r.period
    )
    insert into ranking_sum (kind, subject_id, period, value_micros, is_hidden)
    select c.kind, c.subject_id, c.period, c.value_micros,
      case c.kind when 'chat' then not ${isGroupShown(sql`c.subject_id`)} else coalesce(u.hides_from_ranking, false) end
    from change c left join tg_user u on c.kind = 'user' and u.tg_user_id = c.subject_id
    where c.value_micros > 0
      and not exists (select from changed d where (d.kind, d.subject_id, d.period) = (c.kind, c.subject_id, c.period))
  `.execute(trx);
}

/** Shows the sums of groups in which enough people have claimed. Needs `lockRankings`. */
export async function showGroups(trx: Kysely<Schema>, chatIds: readonly bigint[]): Promise<void> {
  await sql`
    update ranking_sum r set is_hidden = false
    where kind = 'chat' and subject_id = any(${chatIds}::bigint[]) and is_hidden and ${isGroupShown(sql`r.subject_id`)}
  `.execute(trx);
}

/** Enough people have claimed, or had before some deleted their accounts. */
function isGroupShown(chatId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    (select count(*) from (select from group_claimer where chat_id = ${chatId} limit ${FEWEST_CLAIMERS}) known)
      = ${FEWEST_CLAIMERS}
    or exists (select from ranking_sum s where s.kind = 'chat' and s.subject_id = ${chatId} and not s.is_hidden)
  )`;
}

function toRecords(shares: readonly ClaimedShare[]): RawBuilder<unknown> {
  const records = shares.map((share) => ({
    ...share,
    sender_id: String(share.sender_id),
    claimer_id: String(share.claimer_id),
    chat_id: share.chat_id === null ? null : String(share.chat_id),
    value_micros: String(share.value_micros),
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as share (
    sender_id bigint, claimer_id bigint, week text, envelope_id text, chat_id bigint, claimed_at timestamptz,
    value_micros numeric)`;
}

/** The Monday (UTC) of a time's week, as the key of its sums: '2026-11-16'. */
export function weekOf(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(date_trunc('week', ${time} at time zone 'UTC'), 'YYYY-MM-DD')`;
}
