import { isEd25519Key } from "#domain/address/ed25519.ts";
import type { Call } from "./pool.ts";
import { findWalletKind } from "./knownWallets.ts";
import { readAccount } from "./readAccount.ts";
import { readList, readRecord } from "../nodeAnswers.ts";

/**
 * Whether an address has a key that signs a proof: a known wallet's, one that a contract names, or one whose wallet is
 * not deployed yet.
 */
export async function readCanSign(call: Call, address: string): Promise<boolean> {
  const { status, state } = await readAccount(call, address, null);
  if (status === "uninitialized") return true;
  if (status === "frozen" || state.code === null || state.code === undefined) return false;
  return findWalletKind(state.code) !== null || (await readPublicKeyOf(call, address)) !== null;
}

/** The key that a contract answers to `get_public_key`, or null. */
export async function readPublicKeyOf(call: Call, address: string): Promise<Buffer | null> {
  const answer = readRecord(await call("runGetMethod", { address, method: "get_public_key", stack: [] }));
  if (answer["exit_code"] !== 0) return null;
  const [item] = readList(answer["stack"]);
  const [type, value] = Array.isArray(item) ? (item as unknown[]) : [];
  if (type !== "num" || typeof value !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(value)) return null;
  const key = Buffer.from(value.slice(2).padStart(64, "0"), "hex");
  return isEd25519Key(key) ? key : null;
}
