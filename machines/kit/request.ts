/** SPEC.md 9: how long a call to the server may take. */
export const REQUEST_TIMEOUT_MS = 100_000;

/** Why a request failed: what it rejected with, or that no answer came in time. */
export function readError({ event }: { event: object }): { error: unknown } {
  return { error: "error" in event ? event.error : { kind: "timeout" } };
}

/** Keeps why a request failed. Each chart implements the action `keepFailure`. */
export const keepFailure = { type: "keepFailure", params: readError } as const;

/** Keeps why a child could not do what it was invoked for: the failure in its output. */
export const keepOutputFailure = {
  type: "keepFailure",
  params: ({ event: { output } }: { event: { output: object } }) => ({
    error: "failure" in output ? output.failure : null,
  }),
} as const;

/** Where a request leads that fails (`onError`), or gets no answer in time (`after`); the reason is kept. */
export function failTo<const Step extends { target: string; description: string }>(step: Step) {
  return { ...step, actions: keepFailure } as const;
}
