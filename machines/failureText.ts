import type { Failure } from "./failure.ts";
import { getFailureKey } from "./failureKey.ts";
import { getFailureValues } from "./getFailureValues.ts";

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
