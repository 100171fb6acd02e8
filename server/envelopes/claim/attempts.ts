import { createBatcher } from "#server/db/batch.ts";
import type { Database } from "#server/db/database.ts";
import type { Schema } from "#server/db/schema.ts";
import { countAttempt, latestLockS } from "#server/limits/attempts.ts";
import { LIMITS, ofIp, ofUser, type Scope } from "#server/limits/limits.ts";

/** The scopes of a passphrase try: both the address and the person are counted. */
interface AttemptScopes {
  ip: Scope;
  user: Scope;
}

export function toAttemptScopes(tgUserId: bigint, ip: string): AttemptScopes {
  return { ip: ofIp(LIMITS.wrongPassphrasesOfIp, ip), user: ofUser(LIMITS.wrongPassphrasesOfUser, tgUserId) };
}

interface AttemptAsk {
  envelopeId: string | null;
  scopes: AttemptScopes;
  at: Date;
}

/** The facts of a try: until when its scopes are locked, and the envelope. */
interface AttemptFacts {
  lockedUntil: Date | null;
  envelope: (ClaimableEnvelope & { passphraseHash: Buffer }) | null;
}

export interface ClaimableEnvelope {
  envelopeId: string;
  senderId: bigint;
  type: Schema["envelope"]["type"];
}

interface TryRow {
  ask: number;
  locked_until: Date | null;
  envelope_id: string | null;
  sender_id: bigint;
  type: Schema["envelope"]["type"];
  passphrase_hash: Buffer;
}

/** Reads the facts of a try. An envelope that never opened counts as missing. */
export const readAttempts = createBatcher<AttemptAsk, AttemptFacts>({
  run: readTries,
  keyOf: ({ scopes }) => scopes.user.name,
  lanes: 4,
  maxSize: 256,
});

async function readTries(database: Database, asks: readonly AttemptAsk[]): Promise<AttemptFacts[]> {
  const { rows } = await database.pool.query<TryRow>({
    name: "read_tries",
    text: `
      select a.ask::integer, e.envelope_id, e.sender_id, e.type, e.passphrase_hash,
        (
          select max(p.locked_until) from attempt p
          where p.scope in (a.ip_scope, a.user_scope) and p.locked_until <= a.lock_limit
        ) as locked_until
      from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) with ordinality
        as a (envelope_id, ip_scope, user_scope, lock_limit, ask)
      left join envelope e on e.envelope_id = a.envelope_id and e.opened_at is not null
    `,
    values: [
      asks.map((ask) => ask.envelopeId),
      asks.map((ask) => ask.scopes.ip.name),
      asks.map((ask) => ask.scopes.user.name),
      // A lock with a later end was set while a clock was ahead.
      asks.map((ask) => new Date(ask.at.getTime() + latestLockS(ask.scopes.user.limit) * 1000)),
    ],
  });
  const facts = new Map(rows.map((row) => [row.ask, row]));
  return asks.map((_, index) => {
    const row = facts.get(index + 1);
    if (row === undefined) throw new Error("a try was left without facts");
    const envelope =
      row.envelope_id === null
        ? null
        : {
            envelopeId: row.envelope_id,
            senderId: row.sender_id,
            type: row.type,
            passphraseHash: row.passphrase_hash,
          };
    return { lockedUntil: row.locked_until, envelope };
  });
}

/** Counts a wrong passphrase for the address and for the person. */
export async function recordWrongAttempt(database: Database, scopes: AttemptScopes, at: Date): Promise<void> {
  for (const scope of [scopes.ip, scopes.user]) await countAttempt(database, scope, at);
}
