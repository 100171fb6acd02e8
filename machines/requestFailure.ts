/** SPEC.md 9: how long a call to the server may take. */
export const REQUEST_TIMEOUT_MS = 100_000;
/** Keeps why a request failed. Each chart implements the action `keepFailure`. */
export const keepFailure = {
  type: "keepFailure",
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

/** Keeps that no answer came in time. */
export const keepTimeout = { type: "keepFailure", params: { error: { kind: "timeout" } } } as const;
