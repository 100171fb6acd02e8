import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import { openText } from "../crypto/openText.ts";
import { sealText } from "../crypto/sealText.ts";
import { ApiError } from "./apiError.ts";

const KEPT_MS = 24 * 3_600_000;
/** A first call that has not ended by then died with its process. */
const ABANDONED_MS = 120_000;
const WAIT_STEP_MS = 50;
const WAIT_STEPS = 100;

interface Request {
  ownerId: bigint;
  operationId: string;
  key: string;
  body: unknown;
}

/** The same text for equal JSON, whatever the order of its keys. */
function writeCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${writeCanonical(item)}`).join()}}`;
}

/**
 * Runs a call once per Idempotency-Key: a repeat within 24 hours gets the first success again, the same key with
 * another body is idempotencyConflict, and a failure is not kept. A repeat while the first call runs waits for it.
 * After a first call that died without an answer `run` is told when that began, to find what it may have done.
 */
export async function keepAnswer<T>(
  request: Request,
  app: App,
  run: (unansweredSince: Date | null) => Promise<T>,
): Promise<T> {
  const { kysely } = app.database;
  const requestHash = createHash("sha256").update(writeCanonical(request.body)).digest();
  // Answers hold passphrases and payment codes, so they are kept sealed.
  const sealContext = `${request.ownerId} ${request.operationId} ${request.key}`;
  const isOurs = { tg_user_id: request.ownerId, operation: request.operationId, key: request.key };

  async function reserve(now: Date): Promise<boolean> {
    const row = {
      request_hash: requestHash,
      created_at: now,
      expires_at: new Date(now.getTime() + KEPT_MS),
      status: null,
      response: null,
    };
    const result = await kysely
      .insertInto("idempotency_key")
      .values({ ...isOurs, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(["tg_user_id", "operation", "key"])
          .doUpdateSet(row)
          .where("idempotency_key.expires_at", "<=", now),
      )
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** Takes the place of a first call that died, and answers when that began; null when there is none. */
  async function takeOver(now: Date): Promise<Date | null> {
    const abandoned = await kysely
      .updateTable("idempotency_key")
      .set({ created_at: now })
      .where((where) => where.and({ ...isOurs, request_hash: requestHash }))
      .where("status", "is", null)
      .where("created_at", "<=", new Date(now.getTime() - ABANDONED_MS))
      .returning("expires_at")
      .executeTakeFirst();
    return abandoned === undefined ? null : new Date(abandoned.expires_at.getTime() - KEPT_MS);
  }

  async function runAndKeep(unansweredSince: Date | null): Promise<T> {
    const answer = await runOrRelease(unansweredSince);
    // When this fails the key stays taken: the call is done, and a later repeat finds what it did.
    const sealed = sealText(app.config.appSecrets, "idempotency.seal", sealContext, JSON.stringify(answer), app.random);
    await kysely
      .updateTable("idempotency_key")
      .set({ status: 200, response: JSON.stringify({ sealed: sealed.toString("base64") }) })
      .where((where) => where.and(isOurs))
      .execute();
    return answer;
  }

  async function runOrRelease(unansweredSince: Date | null): Promise<T> {
    try {
      return await run(unansweredSince);
    } catch (error) {
      await kysely
        .deleteFrom("idempotency_key")
        .where((where) => where.and({ ...isOurs, request_hash: requestHash }))
        .where("status", "is", null)
        .execute();
      throw error;
    }
  }

  for (let step = 0; step < WAIT_STEPS; step++) {
    const now = app.clock.now();
    if (await reserve(now)) return runAndKeep(null);
    const unansweredSince = await takeOver(now);
    if (unansweredSince !== null) return runAndKeep(unansweredSince);
    const kept = await kysely
      .selectFrom("idempotency_key")
      .select(["request_hash", "response"])
      .where((where) => where.and(isOurs))
      .executeTakeFirst();
    if (kept !== undefined && !kept.request_hash.equals(requestHash)) throw new ApiError("idempotencyConflict");
    if (kept?.response != null) {
      const { sealed } = kept.response as { sealed: string };
      return JSON.parse(
        openText(app.config.appSecrets, "idempotency.seal", sealContext, Buffer.from(sealed, "base64")),
      ) as T;
    }
    await sleep(WAIT_STEP_MS);
  }
  throw new ApiError("idempotencyConflict");
}
