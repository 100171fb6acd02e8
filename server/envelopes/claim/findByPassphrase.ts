import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { findMemberships } from "#server/messenger/memberships.ts";

const ENDED_FOR_MS = 24 * 60 * 60 * 1000;

interface Sought {
  hashes: readonly Buffer[];
  tgUserId: bigint;
  /** Where it was written; null in the app. */
  chatId: bigint | null;
  at: Date;
}

/**
 * Finds the envelope of a passphrase alone, among those of the caller's linked chats, as long as the caller is a member,
 * and those with a generated passphrase. Those of the chat where it was written come first. Of them, and then of the
 * others: the oldest open one that the caller has not claimed, else an open one that the caller has, else the
 * latest that ended within 24 h. An envelope that the caller may not claim comes after all other open ones. Those of
 * one send open at the same moment: the id decides between them. Null if there is none.
 */
export async function findByPassphrase(app: App, { hashes, tgUserId, chatId, at }: Sought): Promise<string | null> {
  const chatIds = await findLinkedChats(app, hashes, tgUserId);
  const since = new Date(at.getTime() - ENDED_FOR_MS);
  const { rows } = await sql<{ envelope_id: string }>`
    select found.envelope_id
    from (
      select e.envelope_id, e.opened_at, coalesce(e.chat_id = ${chatId}, false) as is_here, coalesce(e.ended_at, e.expires_at) as end_at,
        e.status = 'open' and e.expires_at > ${at} as is_open,
        e.sender_id = ${tgUserId} and e.type = 'ordinary' as is_barred,
        exists (select from claim c where c.envelope_id = e.envelope_id and c.tg_user_id = ${tgUserId}) as is_claimed
      from (
        select generated.envelope_id from passphrase_envelope generated
        where generated.is_generated and generated.passphrase_hash = any (${hashes})
        union
        select linked.envelope_id from passphrase_envelope linked
        where linked.chat_id = any (${chatIds}::bigint[]) and linked.passphrase_hash = any (${hashes})
      ) as named
      join envelope e on e.envelope_id = named.envelope_id
      where e.expires_at > ${since}
    ) as found
    where found.is_open or found.end_at > ${since}
    order by found.is_here desc,
      found.is_open desc,
      found.is_open and found.is_barred,
      found.is_open and found.is_claimed,
      case when found.is_open then found.opened_at end,
      found.end_at desc,
      found.envelope_id
    limit 1
  `.execute(app.database.kysely);
  return rows[0]?.envelope_id ?? null;
}

/** The caller's linked chats that have an envelope of this passphrase, and in which the caller still is. */
async function findLinkedChats(app: App, hashes: readonly Buffer[], tgUserId: bigint): Promise<readonly bigint[]> {
  const { rows } = await sql<{ chat_id: bigint }>`
    select distinct l.chat_id
    from chat_link l join passphrase_envelope linked on linked.chat_id = l.chat_id
    where l.tg_user_id = ${tgUserId} and linked.passphrase_hash = any (${hashes})
  `.execute(app.database.kysely);
  const chatIds = rows.map((row) => row.chat_id);
  return [...(await findMemberships(app, chatIds, tgUserId))];
}
