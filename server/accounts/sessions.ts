import type { Kysely } from "kysely";
import { createHash } from "node:crypto";
import type { App } from "#server/app.ts";
import type { Handler, SessionUser } from "#server/calls/handler.ts";
import { createId } from "#server/random.ts";
import { createBatcher } from "#server/db/batch.ts";
import type { Database } from "#server/db/database.ts";
import type { Schema } from "#server/db/schema.ts";
import { allowAttempt } from "#server/limits/attempts.ts";
import { LIMITS, ofIp, ofUser } from "#server/limits/limits.ts";
import { linkChat } from "#server/messenger/chats.ts";
import { refuseDeleted, refuseOldLaunch } from "./departures.ts";
import { toUserItem, upsertUser } from "./users.ts";
import { type LaunchData, verifyInitData } from "./verifyInitData.ts";

/** A session ends this long after its last use. */
const SESSION_IDLE_MS = 7 * 86_400_000;
/** A session ends at the latest this long after the login. */
const SESSION_LONGEST_MS = 30 * 86_400_000;
/** A use extends the session only if it moves the end by this much, so most calls write nothing. */
const SESSION_SLIDE_STEP_MS = 3_600_000;
/** Live sessions per person; a further login ends the oldest. */
const MAX_SESSIONS = 10;

/** Hashes a bearer for storage. It has 256 random bits, so plain SHA-256 is enough. */
function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

interface Login {
  /** The bearer of a session of the person that ends by this. */
  replaced: string | null;
  launchHash: Buffer | null;
}

/**
 * Starts a session and returns its opaque bearer, of which only the hash is stored. Ends the session that it replaces,
 * and the oldest sessions above the limit. Throws notAvailable where the account was deleted meanwhile.
 */
export async function createSession(
  app: App,
  tgUserId: bigint,
  { replaced, launchHash }: Login = { replaced: null, launchHash: null },
): Promise<{ token: string; expiresAt: Date }> {
  const now = app.clock.now();
  const token = Buffer.from(app.random.bytes(32)).toString("base64url");
  const expiresAt = new Date(now.getTime() + SESSION_IDLE_MS);
  await app.database.kysely.transaction().execute(async (trx) => {
    // Serialises the logins of one person, so that each counts the sessions of the earlier ones.
    const owner = await trx
      .selectFrom("tg_user")
      .select("tg_user_id")
      .where("tg_user_id", "=", tgUserId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (owner === undefined) throw refuseDeleted();
    if (replaced !== null) await revokeSession(trx, tgUserId, replaced, now);
    await revokeOldest(trx, tgUserId, now);
    await trx
      .insertInto("session")
      .values({
        session_id: createId(app.random),
        token_hash: hashToken(token),
        tg_user_id: tgUserId,
        created_at: now,
        expires_at: expiresAt,
        last_possible_at: new Date(now.getTime() + SESSION_LONGEST_MS),
        launch_hash: launchHash,
      })
      .execute();
  });
  return { token, expiresAt };
}

async function revokeSession(trx: Kysely<Schema>, tgUserId: bigint, token: string, now: Date): Promise<void> {
  await trx
    .updateTable("session")
    .set({ revoked_at: now })
    .where("token_hash", "=", hashToken(token))
    .where("tg_user_id", "=", tgUserId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Ends the oldest sessions, so that one more fits within the limit. */
async function revokeOldest(trx: Kysely<Schema>, tgUserId: bigint, now: Date): Promise<void> {
  const surplus = trx
    .selectFrom("session")
    .select("session_id")
    .where("tg_user_id", "=", tgUserId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("session_id", "desc")
    .offset(MAX_SESSIONS - 1);
  await trx.updateTable("session").set({ revoked_at: now }).where("session_id", "in", surplus).execute();
}

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
const readSession = createBatcher<Buffer, SessionRow | null>({
  name: "readSession",
  run: readSessions,
  keyOf: (tokenHash) => tokenHash.toString("base64"),
  lanes: 2,
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

/** Returns the user of a bearer: "missing" if the session does not exist or has ended, "revoked" after a logout. */
export async function authenticateBearer(app: App, token: string): Promise<SessionUser | "missing" | "revoked"> {
  const now = app.clock.now();
  const session = await readSession(app.database, hashToken(token));
  if (session === null) return "missing";
  if (session.revoked_at !== null) return "revoked";
  if (session.expires_at <= now) return "missing";

  const slidTo = Math.min(now.getTime() + SESSION_IDLE_MS, session.last_possible_at.getTime());
  if (slidTo - session.expires_at.getTime() >= SESSION_SLIDE_STEP_MS) {
    await app.database.kysely
      .updateTable("session")
      .set({ expires_at: new Date(slidTo) })
      .where("session_id", "=", session.session_id)
      .where("revoked_at", "is", null)
      .execute();
  }
  return { tgUserId: session.tg_user_id, sessionId: session.session_id };
}

export const telegramLogout: Handler<"telegramLogout"> = async (call, app) => {
  await app.database.kysely
    .updateTable("session")
    .set({ revoked_at: app.clock.now() })
    .where("session_id", "=", call.user.sessionId)
    .where("revoked_at", "is", null)
    .execute();
  return null;
};

/**
 * Logs in with raw launch data and links the group of the launch. The new session replaces the one whose bearer was
 * sent, so a repeated login leaves no old session. Throws notAvailable where the account was deleted after the launch.
 */
export const telegramAuth: Handler<"telegramAuth"> = async (call, app) => {
  const at = app.clock.now();
  const launch = verifyInitData(call.body.initData, app.config.botToken, at);
  const { user, startParam, launchHash } = launch;
  await allowAttempt(app, ofUser(LIMITS.loginsOfUser, user.id));
  await allowAttempt(app, ofIp(LIMITS.loginsOfIp, call.ip));
  const isNew = await storePerson(app, launch, at);
  if (startParam !== null) await linkChat(app, user.id, startParam);
  const { token, expiresAt } = await createSession(app, user.id, { replaced: call.bearer, launchHash });
  return { token, expiresAt: expiresAt.toISOString(), isNewUser: isNew, userItem: await toUserItem(app, user.id) };
};

/** Returns whether the person is new. Looks again once the row is locked: a deletion that runs meanwhile ends first. */
function storePerson({ database }: App, { user, authDate, launchHash }: LaunchData, at: Date): Promise<boolean> {
  return database.kysely.transaction().execute(async (trx) => {
    await refuseOldLaunch(trx, { user, authDate, launchHash });
    const { isNew } = await upsertUser(trx, user, { authDate, at });
    await refuseOldLaunch(trx, { user, authDate, launchHash });
    return isNew;
  });
}
