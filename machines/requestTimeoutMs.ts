/** SPEC.md 9: how long a call to the server may take. */
export const REQUEST_TIMEOUT_MS = 100_000;
