import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";

import { readField } from "./readField.ts";

/** A wallet's error, with its number and words as the detail. `toReason` says what they mean; what is a failure stays one. */
export function describeError(
  error: unknown,
  toReason: (code: unknown, message: string) => WalletFailureReason,
): Failure {
  if (readField(error, "kind") === "wallet") return error as Failure;
  const code = readField(error, "code");
  const text = readField(error, "message");
  const message = typeof text === "string" ? text : "";
  const detail = `${typeof code === "number" ? `${code} ` : ""}${message}`.trim().slice(0, 200);
  const reason = toReason(code, message);
  return detail === "" ? { kind: "wallet", reason } : { kind: "wallet", reason, detail };
}
