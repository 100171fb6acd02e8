import { writeWait } from "#domain/writeWait.ts";
import { type Failure, toFailure } from "./failure.ts";

/** The words for a failure. A view offers both parts, and only `useFailureText` makes a text of them. */
export interface FailureText {
  /** i18n key; null where nothing failed. */
  failureKey: string | null;
  /** What the text names. */
  failureValues: Readonly<Record<string, string>>;
}

export function toFailureText(failure: Failure | null): FailureText {
  return {
    failureKey: failure === null ? null : getFailureKey(failure),
    failureValues: getFailureValues(failure),
  };
}

/** i18n key of a failure's text: `errors:<ErrorKey>`, `errors:network`, `wallet:failure.<reason>`, … */
export function getFailureKey(failure: Failure): string {
  if (failure.kind === "api") return `errors:${failure.error}`;
  if (failure.kind === "wallet") return `wallet:failure.${failure.reason}`;
  if (failure.kind === "orderEnded") return `wallet:payment.orderEnded.${failure.status}`;
  return `errors:${failure.kind}`;
}

/** Values of a failure's text: the wait that the server asks for. */
export function getFailureValues(failure: Failure | null): Readonly<Record<string, string>> {
  const seconds = findRetryAfterSeconds(failure);
  return seconds === null ? {} : { ...writeWait(seconds) };
}

/** How long the server wants a refused person to wait; null where it does not say. */
export function findRetryAfterSeconds(failure: Failure | null): number | null {
  return failure?.kind === "api" ? (failure.retryAfterSeconds ?? null) : null;
}

const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** How long a refused person has to wait, also where the server does not say. */
export function toRetryAfterSeconds(error: unknown): number {
  return findRetryAfterSeconds(toFailure(error)) ?? DEFAULT_RETRY_AFTER_SECONDS;
}
