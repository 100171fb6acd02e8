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

/** What the chain says of a contract's key; `unknown` where there is none, or endpoints disagree. */
export type ContractKey = { kind: "deployed"; key: Buffer } | { kind: "undeployed" } | { kind: "unknown" };

/** The key of the contract at an address, as one endpoint has it. */
export async function readContractKey(call: Call, address: string): Promise<ContractKey> {
  const { status } = await readAccount(call, address, null);
  if (status === "uninitialized") return { kind: "undeployed" };
  const key = status === "active" ? await readPublicKeyOf(call, address) : null;
  return key === null ? { kind: "unknown" } : { kind: "deployed", key };
}

/** The reading on which all endpoints agree: one alone could name its own key. */
export function agreeOnKey(readings: readonly ContractKey[]): ContractKey {
  const describe = (reading: ContractKey) => (reading.kind === "deployed" ? reading.key.toString("hex") : reading.kind);
  const [first = { kind: "unknown" } as const, ...others] = readings;
  return others.every((other) => describe(other) === describe(first)) ? first : { kind: "unknown" };
}

/** The key that a contract answers to `get_public_key`, or null. */
async function readPublicKeyOf(call: Call, address: string): Promise<Buffer | null> {
  const answer = readRecord(await call("runGetMethod", { address, method: "get_public_key", stack: [] }));
  if (answer["exit_code"] !== 0) return null;
  const [item] = readList(answer["stack"]);
  const [type, value] = Array.isArray(item) ? (item as unknown[]) : [];
  if (type !== "num" || typeof value !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(value)) return null;
  const key = Buffer.from(value.slice(2).padStart(64, "0"), "hex");
  return isEd25519Key(key) ? key : null;
}
