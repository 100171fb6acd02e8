/** Keeps why a request failed. Each chart implements the action `keepFailure`. */
export const keepFailure = {
  type: "keepFailure",
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

/** Keeps that no answer came in time. */
export const keepTimeout = { type: "keepFailure", params: { error: { kind: "timeout" } } } as const;
