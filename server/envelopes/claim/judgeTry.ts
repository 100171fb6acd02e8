import type { DrawRule } from "#domain/envelope/validateSend.ts";
import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import type { Database } from "#server/db/database.ts";
import { retryConflict } from "#server/db/failures.ts";
import type { Schema } from "#server/db/schema.ts";
import { latestLockS } from "#server/limits/attempts.ts";
import { LIMITS, ofIp, ofUser, type Scope } from "#server/limits/limits.ts";

/** A try of a passphrase. */
export interface Try {
  scopes: TryScopes;
  at: Date;
  /** Null where no envelope has the phrase. */
  envelopeId: string | null;
  /** The keyed hashes of the phrase; none of one that no envelope can have. */
  hashes: readonly Buffer[];
}

/** Both the address and the person are counted. */
interface TryScopes {
  ip: Scope;
  user: Scope;
}

export function toTryScopes(tgUserId: bigint, ip: string): TryScopes {
  return { ip: ofIp(LIMITS.wrongPassphrasesOfIp, ip), user: ofUser(LIMITS.wrongPassphrasesOfUser, tgUserId) };
}

export interface ClaimableEnvelope {
  envelopeId: string;
  senderId: bigint;
  type: Schema["envelope"]["type"];
  drawRule: DrawRule;
}

/** Until when the address or the person is locked, else the envelope that the phrase opens. Neither: it is wrong. */
interface Judgement {
  lockedUntil: Date | null;
  envelope: ClaimableEnvelope | null;
}

/**
 * Judges a try and counts a wrong one, in one batch with simultaneous callers. The database judges those of a person and
 * those of an address one after the other, so that processes side by side allow no more than one does. An envelope
 * that never opened counts as missing.
 */
export function judgeTry(database: Database, asked: Try): Promise<Judgement> {
  // What names no envelope joins those of any.
  return judge(database, { ...asked, envelopeId: asked.envelopeId ?? "" });
}

const judge = batchByEnvelope<Try & { envelopeId: string }, Judgement>({
  name: "judgeTry",
  run: judgeTries,
  // A crowd at one envelope often comes from one address, whose tries wait for each other in the database: in one lane they
  // wait for none.
  keyOf: ({ envelopeId, scopes }) => (envelopeId === "" ? scopes.user.name : envelopeId),
  // Each try takes two locks. PostgreSQL has room for 64 per connection, and most connections take none.
  maxSize: 64,
});

interface JudgedRow {
  ask: number;
  locked_until: Date | null;
  envelope_id: string | null;
  sender_id: bigint;
  type: Schema["envelope"]["type"];
  draw_rule: DrawRule;
}

async function judgeTries(database: Database, tries: readonly Try[]): Promise<Judgement[]> {
  // Both limits have the same window and lock.
  const { most, windowS, lock } = LIMITS.wrongPassphrasesOfUser;
  const { rows } = await retryConflict(() =>
    database.pool.query<JudgedRow>({
      name: "judge_tries",
      text: "select * from judge_tries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
      values: [
        tries.map(({ envelopeId }) => envelopeId),
        tries.map(({ hashes }) => hashes.map((hash) => hash.toString("hex")).join(" ")),
        tries.map(({ scopes }) => scopes.user.name),
        tries.map(({ scopes }) => scopes.ip.name),
        tries.map(({ at }) => at),
        most,
        LIMITS.wrongPassphrasesOfIp.most,
        windowS,
        lock.firstS,
        lock.longestS,
        latestLockS(LIMITS.wrongPassphrasesOfUser),
      ],
    }),
  );
  const judged = new Map(rows.map((row) => [row.ask, row]));
  return tries.map((_, index) => {
    const row = judged.get(index + 1);
    if (row === undefined) throw new Error("judge_tries left a try without an answer");
    const { locked_until: lockedUntil, envelope_id: envelopeId, sender_id: senderId, type, draw_rule: drawRule } = row;
    return { lockedUntil, envelope: envelopeId === null ? null : { envelopeId, senderId, type, drawRule } };
  });
}
