/** SQLSTATEs of a connection that failed or that the server ends, and of a server that takes no connection now. */
const LOST_STATE = /^(?:08...|57P0[1235]|53300|25P03)$/;
const SOCKET_CALLS: ReadonlySet<unknown> = new Set(["connect", "getaddrinfo", "read", "write"]);
/** What the system says of a socket. A restarting embedded database has no socket file. */
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
/** What pg and its pool say without a code. */
const LOST_TEXT =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/**
 * Whether a statement failed because its connection to the database was lost or could not be made. What the statement
 * did is unknown then: a commit may have been carried out although its answer never came.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return SOCKET_CALLS.has(syscall) && SOCKET_CODES.has(code);
  return code === undefined ? LOST_TEXT.test(error.message) : LOST_STATE.test(code) || SOCKET_CODES.has(code);
}
