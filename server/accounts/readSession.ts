import { createBatcher } from "#server/db/batch.ts";
import type { Database } from "#server/db/database.ts";

interface SessionRow {
  session_id: string;
  tg_user_id: bigint;
  expires_at: Date;
  last_possible_at: Date;
  revoked_at: Date | null;
}

/**
 * Reads the session of a token's hash, or null. Every authenticated call needs one, so simultaneous reads share a
 * statement. Nothing is cached: a logout takes effect at once in every process.
 */
export const readSession = createBatcher<Buffer, SessionRow | null>({
  run: readSessions,
  keyOf: (tokenHash) => tokenHash.toString("base64"),
  lanes: 4,
  maxSize: 256,
});

async function readSessions(database: Database, tokenHashes: readonly Buffer[]): Promise<(SessionRow | null)[]> {
  const { rows } = await database.pool.query<SessionRow & { ask: number }>({
    name: "read_sessions",
    text: `
      select a.ask::integer, s.session_id, s.tg_user_id, s.expires_at, s.last_possible_at, s.revoked_at
      from unnest($1::bytea[]) with ordinality as a (token_hash, ask)
      join session s on s.token_hash = a.token_hash
    `,
    values: [tokenHashes],
  });
  const sessions = new Map(rows.map(({ ask, ...session }) => [ask, session]));
  return tokenHashes.map((_, index) => sessions.get(index + 1) ?? null);
}
