/** Keeps why a request was refused. Each chart implements the action `keepFailure`. */
export const keepFailure = {
  type: "keepFailure",
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;
