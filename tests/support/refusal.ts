import { type Failure, toFailure } from "#machines/kit/failure.ts";

type ApiFailure = Extract<Failure, { kind: "api" }>;

export const OFFLINE: Failure = { kind: "network" };

/** How the API refuses a call. */
export function refuse(error: ApiFailure["error"], more: Partial<ApiFailure> = {}): ApiFailure {
  return { kind: "api", error, message: "", ...more };
}

/** Answers one request after the other; the last answer stays. A failure is thrown, and undefined never comes. */
export function answerInTurn<Given>(answers: (Given | Failure | undefined)[]): () => Promise<Given> {
  return async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next === undefined) return new Promise(() => undefined);
    if (toFailure(next) === next) throw next as Failure;
    return next as Given;
  };
}
