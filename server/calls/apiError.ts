import type { ErrorKey } from "#contract/errors.ts";
import type { components } from "#contract/schema.d.ts";

export interface ApiErrorDetails {
  /** Whole seconds until a retry makes sense; sent as Retry-After. */
  retryAfterSeconds?: number;
  /**
   * A more specific text instead of the error's own: `<namespace>:<path>` in locales/, e.g.
   * `envelope:problem.countRange`.
   */
  messageKey?: string;
  /** Values for the placeholders of the text. */
  params?: Readonly<Record<string, string | number>>;
  /** What the answer says besides the text, where the contract declares it. */
  data?: components["schemas"]["ErrorData"];
  /** Headers that the contract declares for this error. */
  headers?: Readonly<Record<string, string>>;
}

/** Whole seconds from now until a moment, one at least: what `retryAfterSeconds` takes. */
export function countSecondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
}

/** A declared failure of a call. Its key determines status, code and text of the answer. */
export class ApiError extends Error {
  readonly key: ErrorKey;
  readonly retryAfterSeconds: number | undefined;
  readonly messageKey: string | undefined;
  readonly params: Readonly<Record<string, string | number>>;
  readonly data: components["schemas"]["ErrorData"] | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(key: ErrorKey, details: ApiErrorDetails = {}) {
    super(key);
    this.name = "ApiError";
    this.key = key;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.messageKey = details.messageKey;
    this.params = details.params ?? {};
    this.data = details.data ?? null;
    this.headers = details.headers ?? {};
  }
}
