const CONFLICTS: ReadonlySet<unknown> = new Set(["40P01", "40001"]);
const MAX_TRIES = 5;

/** Repeats a transaction or statement that the database ended because of a deadlock or serialisation conflict. */
export async function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (tries === MAX_TRIES || !CONFLICTS.has(code)) throw error;
    }
  }
}

const UNIQUE_VIOLATION = "23505";

/** Whether a statement failed because a row with the same unique value exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
}

/** SQLSTATEs of a failed or closed connection, and of a server that accepts none now. */
const LOST_STATE = /^(?:08...|57P0[1235]|53300|25P03)$/;
const SOCKET_CALLS: ReadonlySet<unknown> = new Set(["connect", "getaddrinfo", "read", "write"]);
/** Error codes of sockets. A server on this machine that restarts has no socket file. */
const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);
/** Messages of pg and its pool without a code. */
const LOST_TEXT =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;
/** Citus gives no code to the loss of a worker in the middle of a transaction, but that of an internal error. */
const LOST_WORKER = /^failure on connection marked as essential/;

/**
 * Whether a statement failed because its connection was lost or could not be made. Its outcome is unknown then: a
 * commit may have succeeded although the answer was lost.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return SOCKET_CALLS.has(syscall) && SOCKET_CODES.has(code);
  if (code === "XX000") return LOST_WORKER.test(error.message);
  return code === undefined ? LOST_TEXT.test(error.message) : LOST_STATE.test(code) || SOCKET_CODES.has(code);
}
