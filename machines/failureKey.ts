import type { Failure } from "./failure.ts";

/** i18n key of a failure's text: `errors:<ErrorKey>`, `errors:network`, `wallet:failure.<reason>`, … */
export function getFailureKey(failure: Failure): string {
  switch (failure.kind) {
    case "api":
      return `errors:${failure.error}`;
    case "wallet":
      return `wallet:failure.${failure.reason}`;
    case "unauthorized":
    case "network":
    case "timeout":
    case "aborted":
    case "unexpected":
      return `errors:${failure.kind}`;
  }
}
