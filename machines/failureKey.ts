import type { Failure } from "./failure.ts";

/** i18n key of a failure's text: `errors:<ErrorKey>`, `errors:network`, `wallet:failure.<reason>`, … */
export function getFailureKey(failure: Failure): string {
  if (failure.kind === "api") return `errors:${failure.error}`;
  if (failure.kind === "wallet") return `wallet:failure.${failure.reason}`;
  return `errors:${failure.kind}`;
}
