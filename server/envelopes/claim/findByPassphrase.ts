import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { askMemberships } from "#server/messenger/memberships.ts";

const ENDED_FOR_MS = 24 * 60 * 60 * 1000;
/** Groups of a person that are asked about for one phrase, the newest links first. */
const MOST_GROUPS = 100;

interface Found {
  /** Null if there is none. */
  envelopeId: string | null;
  /**
   * Nothing is found, and the messenger does not say whether the caller is in a group in which a typed passphrase opens
   * something, whatever the phrase is.
   */
  isUnknown: boolean;
}

interface Candidate {
  envelope_id: string;
  /** Null: its passphrase was generated, so it is everybody's. */
  chat_id: bigint | null;
}

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
 * one send open at the same moment: the id decides between them.
 */
export async function findByPassphrase(app: App, sought: Sought): Promise<Found> {
  const { tgUserId, at } = sought;
  const linked = await readLinkedChats(app, tgUserId);
  const candidates = await findCandidates(app, sought, linked);
  const [first] = candidates;
  if (first?.chat_id === null) return { envelopeId: first.envelope_id, isUnknown: false };
  const open = await findOpenChats(app, linked.slice(0, MOST_GROUPS), at);
  // Which groups are asked about, and in which order, says nothing of the phrase while something is open in them.
  const named = candidates.flatMap(({ chat_id: chatId }) => chatId ?? []);
  const members = await askMemberships(app, [...new Set([...open, ...named])], tgUserId);
  const found = candidates.find(({ chat_id: chatId }) => chatId === null || members.get(chatId)?.membership === "yes");
  if (found !== undefined) return { envelopeId: found.envelope_id, isUnknown: false };
  const isUnknown = open.some((chatId) => {
    const answer = members.get(chatId);
    // Where the bot is no more, nothing is to be waited for.
    return answer?.membership === "unknown" && answer.why !== "gone";
  });
  return { envelopeId: null, isUnknown };
}

/** Newest first. */
async function readLinkedChats({ database }: App, tgUserId: bigint): Promise<bigint[]> {
  const links = await database.kysely
    .selectFrom("chat_link")
    .select("chat_id")
    .where("tg_user_id", "=", tgUserId)
    .orderBy("linked_at", "desc")
    .orderBy("chat_id")
    .execute();
  return links.map((link) => link.chat_id);
}

/** The envelopes of a phrase that may be the caller's, best first. */
async function findCandidates(
  app: App,
  { hashes, tgUserId, chatId, at }: Sought,
  linked: readonly bigint[],
): Promise<Candidate[]> {
  const since = new Date(at.getTime() - ENDED_FOR_MS);
  const { rows } = await sql<Candidate>`
    select found.envelope_id, found.chat_id
    from (
      select e.envelope_id, named.chat_id, e.opened_at, coalesce(e.chat_id = ${chatId}, false) as is_here,
        coalesce(e.ended_at, e.expires_at) as end_at,
        e.status = 'open' and e.expires_at > ${at} as is_open,
        e.sender_id = ${tgUserId} and e.type = 'ordinary' as is_barred,
        exists (select from claim c where c.envelope_id = e.envelope_id and c.tg_user_id = ${tgUserId}) as is_claimed
      from (
        select generated.envelope_id, null::bigint as chat_id from passphrase_envelope generated
        where generated.is_generated and generated.passphrase_hash = any (${hashes})
        union
        select linked.envelope_id, linked.chat_id from passphrase_envelope linked
        where linked.chat_id = any (${linked}::bigint[]) and linked.passphrase_hash = any (${hashes})
          and not linked.is_generated
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
    limit ${MOST_GROUPS}
  `.execute(app.database.kysely);
  return rows;
}

/** Those of these groups in which a typed passphrase opens something now. */
async function findOpenChats({ database }: App, chatIds: readonly bigint[], at: Date): Promise<bigint[]> {
  if (chatIds.length === 0) return [];
  const rows = await database.kysely
    .selectFrom("envelope")
    .select("chat_id")
    .distinct()
    .where("chat_id", "in", chatIds)
    .where("status", "=", "open")
    .where("expires_at", ">", at)
    .where("claim_rule", "=", "passphrase")
    .where("has_generated_passphrase", "=", false)
    .execute();
  return rows.flatMap((row) => row.chat_id ?? []);
}
