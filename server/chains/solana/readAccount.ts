import { readContext, readKey } from "./nodeValues.ts";
import { SYSTEM_PROGRAM } from "./readTransfers.ts";
import type { Call } from "./pool.ts";
import { readRecord } from "../nodeAnswers.ts";

/** `missing`: no such account yet. `wallet`: one of the System program, whose key moves its money. `other`: a program's. */
export type AccountKind = "missing" | "wallet" | "other";

export async function readAccountKind(call: Call, address: string): Promise<AccountKind> {
  // No data: a program's account may have megabytes.
  const config = { encoding: "base64", commitment: "confirmed", dataSlice: { offset: 0, length: 0 } };
  const { value } = readContext(await call("getAccountInfo", [address, config]));
  if (value === null) return "missing";
  const { owner, executable } = readRecord(value);
  return readKey(owner) === SYSTEM_PROGRAM && executable === false ? "wallet" : "other";
}
