import type { Failure } from "#machines/kit/failure.ts";

/** SPEC.md 9: how long a request may take. */
export const REQUEST_TIMEOUT_MS = 100_000;

/**
 * Gives up on what has no end of its own, such as a chunk that does not load. Calls of the API need none.
 * @throws {Failure} a plain object, after the time of a request or a shorter one
 */
export async function withTimeout<Answer>(work: Promise<Answer>, ms = REQUEST_TIMEOUT_MS): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const failure: Failure = { kind: "timeout" };
      // Failures are plain objects, so that they survive in a machine's context.
      reject(failure);
    }, ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
