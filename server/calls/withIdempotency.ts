import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { createId } from "#server/random.ts";
import { openText, sealText } from "#server/crypto/keyed.ts";
import { ApiError, countSecondsUntil } from "#server/calls/apiError.ts";
import { pause } from "#server/pause.ts";

const KEPT_MS = 24 * 3_600_000;
/** A running try renews its key this often. */
const RENEW_MS = 10_000;
/** A try that has not renewed its key for this long is dead. */
const ABANDONED_MS = 120_000;
/** A longer try is answered with serviceUnavailable and continues; its repeat gets the result. */
const DEADLINE_MS = 90_000;
/** How long a repeat waits for a running try. */
const WAIT_MS = 5_000;
/** The pauses between two looks grow from here by half: a hundred repeats must not keep the database busy. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const RETRY_AFTER_S = 2;
/** Live keys of a person at most. Each holds an answer of about a kilobyte. */
const MOST_LIVE_KEYS = 500;

interface Request {
  ownerId: bigint;
  /** Whose answer this is: "bearer" or a payment code. */
  authority: string;
  operationId: string;
  key: string;
  body: unknown;
  /** Counts a try toward the limits of the call, and rejects above them. Asked before anything is stored. */
  allow(): Promise<void>;
}

interface Key {
  state: "free" | "running";
  answer: null;
}

interface KeptAnswer<T> {
  state: "answered";
  answer: T;
}

/** A key that this try has taken. */
interface Taken {
  requestId: string;
  /** No try before this one can have made anything under the request's id. */
  isFirst: boolean;
}

/** Writes JSON with sorted keys, so equal values give equal text. */
function writeCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${writeCanonical(item)}`).join()}}`;
}

/** The security code says who asks, not what for: after a lost answer somebody may have set another one. */
function omitProof(body: unknown): unknown {
  return typeof body === "object" && body !== null ? { ...body, securityCode: undefined } : body;
}

/**
 * Runs a call once per authority and Idempotency-Key. A repeat within 24 hours gets the first successful answer; the
 * same key with another body, but for the security code, is idempotencyConflict. A refusal leaves no key; another failure leaves the request's id
 * alone. A repeat during a running try waits for it, and gets serviceUnavailable if that takes too long. `run` gets the
 * request's id, the same for every try that may have created something: a row created under this unique id is created
 * once, even if a try died, lost its key or its connection.
 */
export async function withIdempotency<T>(
  request: Request,
  app: App,
  run: (requestId: string) => Promise<T>,
): Promise<T> {
  const { kysely } = app.database;
  const { ownerId, authority, operationId, key } = request;
  const requestHash = createHash("sha256")
    .update(writeCanonical(omitProof(request.body)))
    .digest();
  const token = createId(app.random);
  // Answers contain passphrases and payment codes, so they are stored encrypted.
  const sealContext = `${ownerId} ${authority} ${operationId} ${key}`;
  const isOurs = { tg_user_id: ownerId, authority, operation: operationId, key };

  async function checkLiveKeys(): Promise<void> {
    const now = app.clock.now();
    const live = await kysely
      .selectFrom("idempotency_key")
      .select((select) => [select.fn.countAll().as("count"), select.fn.min("expires_at").as("firstEnd")])
      .where("tg_user_id", "=", ownerId)
      .where("expires_at", ">", now)
      .executeTakeFirstOrThrow();
    if (Number(live.count) < MOST_LIVE_KEYS) return;
    throw new ApiError("tooManyTries", { retryAfterSeconds: countSecondsUntil(live.firstEnd, now) });
  }

  /** Takes the key if it is free or its try ended without an answer. */
  async function takeKey(): Promise<Taken | null> {
    const now = app.clock.now();
    const newId = createId(app.random);
    const abandonedAt = new Date(now.getTime() - ABANDONED_MS);
    const row = {
      request_hash: requestHash,
      token,
      renewed_at: now,
      response: null,
      expires_at: new Date(now.getTime() + KEPT_MS),
    };
    const taken = await kysely
      .insertInto("idempotency_key")
      .values({ ...isOurs, ...row, request_id: newId })
      .onConflict((conflict) =>
        conflict
          .columns(["tg_user_id", "authority", "operation", "key"])
          .doUpdateSet({
            ...row,
            // A failed or dead try may have created a row: its repeat finds that by the id.
            request_id: sql<string>`case
              when idempotency_key.expires_at > ${now} and idempotency_key.request_hash = excluded.request_hash
              then idempotency_key.request_id else excluded.request_id end`,
          })
          .where((where) =>
            where.or([
              where("idempotency_key.expires_at", "<=", now),
              where.and([where("idempotency_key.response", "is", null), where("idempotency_key.token", "is", null)]),
              where.and([
                where("idempotency_key.response", "is", null),
                where("idempotency_key.renewed_at", "<=", abandonedAt),
                where("idempotency_key.request_hash", "=", requestHash),
              ]),
            ]),
          ),
      )
      .returning("request_id")
      .executeTakeFirst();
    return taken === undefined ? null : { requestId: taken.request_id, isFirst: taken.request_id === newId };
  }

  /** Updates the row while this try owns the key. */
  async function updateOwn(change: { renewed_at: Date } | { token: null; response?: string }): Promise<void> {
    await kysely
      .updateTable("idempotency_key")
      .set(change)
      .where((where) => where.and({ ...isOurs, token }))
      .execute();
  }

  /** Frees the key after a failure. One that no try has made anything under is forgotten. */
  async function releaseKey(isForgotten: boolean): Promise<void> {
    if (!isForgotten) return updateOwn({ token: null });
    await kysely
      .deleteFrom("idempotency_key")
      .where((where) => where.and({ ...isOurs, token }))
      .execute();
  }

  async function runAndKeep({ requestId, isFirst }: Taken): Promise<T> {
    const renewing = setInterval(() => {
      updateOwn({ renewed_at: app.clock.now() }).catch((error: unknown) =>
        app.logger.warn({ operationId, error }, "renewing an idempotency key failed"),
      );
    }, RENEW_MS);
    try {
      let answer: T;
      try {
        answer = await run(requestId);
      } catch (error) {
        // If this also fails, the try counts as dead later. The caller gets the first error.
        await releaseKey(isFirst && error instanceof ApiError).catch((failure: unknown) =>
          app.logger.warn({ operationId, error: failure }, "releasing an idempotency key failed"),
        );
        throw error;
      }
      const text = JSON.stringify(answer);
      const sealed = sealText(app.config.appSecrets, "idempotency.seal", sealContext, text, app.random);
      // If this fails, the try counts as dead later, and its repeat finds what it created.
      await updateOwn({ token: null, response: JSON.stringify({ sealed: sealed.toString("base64") }) });
      return answer;
    } finally {
      clearInterval(renewing);
    }
  }

  async function readKey(): Promise<Key | KeptAnswer<T>> {
    const now = app.clock.now();
    const kept = await kysely
      .selectFrom("idempotency_key")
      .select(["request_hash", "response", "token", "renewed_at"])
      .where((where) => where.and(isOurs))
      .where("expires_at", ">", now)
      .executeTakeFirst();
    if (kept === undefined) return { state: "free", answer: null };
    const isFree = kept.response === null && kept.token === null;
    if (isFree) return { state: "free", answer: null };
    if (!kept.request_hash.equals(requestHash)) throw new ApiError("idempotencyConflict");
    if (kept.response === null) {
      const isAbandoned = kept.renewed_at.getTime() <= now.getTime() - ABANDONED_MS;
      return { state: isAbandoned ? "free" : "running", answer: null };
    }
    const { sealed } = kept.response as { sealed: string };
    const bytes = Buffer.from(sealed, "base64");
    const text = openText(app.config.appSecrets, "idempotency.seal", sealContext, bytes);
    // Made under a secret that is gone. It is not known what was answered, so it is not done again either.
    if (text === null) throw stillRunning();
    return { state: "answered", answer: JSON.parse(text) as T };
  }

  const waiting = new AbortController();
  let isAllowed = false;
  let pauseMs = FIRST_PAUSE_MS;
  for (let waitedMs = 0; waitedMs <= WAIT_MS; waitedMs += pauseMs) {
    const key = await readKey();
    if (key.state === "answered") return key.answer;
    if (key.state === "free") {
      if (!isAllowed) {
        await request.allow();
        await checkLiveKeys();
      }
      isAllowed = true;
      const taken = await takeKey();
      if (taken !== null) return endInTime(runAndKeep(taken));
    }
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
    await pause(pauseMs, waiting.signal);
  }
  throw stillRunning();
}

function stillRunning(): ApiError {
  return new ApiError("serviceUnavailable", { retryAfterSeconds: RETRY_AFTER_S });
}

/** The result of a try, or serviceUnavailable if it takes too long. */
async function endInTime<T>(running: Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const late = pause(DEADLINE_MS, deadline.signal).then(() => {
    throw stillRunning();
  });
  // Avoids an unhandled rejection of the promise that loses the race.
  late.catch(() => undefined);
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    deadline.abort();
  }
}
