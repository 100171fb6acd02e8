import type { Address, Cell, StateInit } from "@ton/core";
import { isEd25519Key } from "#domain/address/ed25519.ts";
import { StartError } from "#server/startError.ts";
import { readList, readRecord, readWhole } from "../nodeAnswers.ts";
import type { Quorum } from "../quorum.ts";
import type { Call } from "./network.ts";
import { parseCell, readBytes, readHash, readQuantity } from "./values.ts";
import { findWalletKind, readWallet, type TreasuryWallet } from "./wallets.ts";

/** An account as it is after a masterchain block. */
export interface AccountReading {
  /** The block. */
  seqno: number;
  balanceBase: bigint;
  status: "active" | "uninitialized" | "frozen";
  /** Parses code and data of an active account, as far as they can be read: most readers need neither. */
  readState: () => StateInit;
  /** Logical time of its last transaction; 0 before the first one. */
  lastLt: bigint;
  /** Hash of its last transaction, in hex. */
  lastHash: string;
}

/** The account after the block with this number, or after the newest one. Throws where the node has no such state. */
export async function readAccount(call: Call, address: string, seqno: number | null): Promise<AccountReading> {
  const asked = seqno === null ? { address } : { address, seqno };
  const answer = readRecord(await call("getAddressInformation", asked));
  const last = readRecord(answer["last_transaction_id"]);
  const code = readBytes(answer["code"]);
  const data = readBytes(answer["data"]);
  const reading: AccountReading = {
    seqno: readWhole(readRecord(answer["block_id"])["seqno"]),
    balanceBase: readBalance(answer["balance"]),
    status: readStatus(answer["state"]),
    readState: () => ({ code: readCell(code), data: readCell(data) }),
    lastLt: readQuantity(last["lt"]),
    lastHash: readHash(last["hash"]),
  };
  if (seqno !== null && reading.seqno !== seqno) throw new Error("the node answered the state after another block");
  return reading;
}

/** An account that never was has a balance of -1 at some nodes. */
function readBalance(value: unknown): bigint {
  return value === "-1" || value === -1 ? 0n : readQuantity(value);
}

function readStatus(value: unknown): AccountReading["status"] {
  if (value === "active" || value === "uninitialized" || value === "frozen") return value;
  throw new Error("an account in an unknown state");
}

/** Null for none, and for one that cannot be read: whoever deploys an account chooses what it holds. */
function readCell(bytes: Buffer): Cell | null {
  try {
    return bytes.length === 0 ? null : parseCell(bytes);
  } catch {
    return null;
  }
}

/**
 * Whether an address has a key that signs a proof: a known wallet's, one that a contract names, or one whose wallet is
 * not deployed yet.
 */
export async function readCanSign(call: Call, address: string): Promise<boolean> {
  const { status, readState } = await readAccount(call, address, null);
  if (status === "uninitialized") return true;
  const code = status === "frozen" ? null : readState().code;
  if (code === null || code === undefined) return false;
  return findWalletKind(code) !== null || (await readPublicKeyOf(call, address)) !== null;
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

/** Whether a wallet has its code. Only where two endpoints agree that it has none is the answer false. */
export function isDeployed<Reader extends { readonly call: Call }>(
  quorum: Quorum<Reader>,
  treasury: Address,
): Promise<boolean> {
  return quorum
    .conclude(
      async ({ call }) => (await readAccount(call, treasury.toRawString(), null)).status === "active",
      (answers) => answers.includes(true),
    )
    .catch(() => true);
}

/** Refuses a treasury that cannot sign yet: what is sent to it bounceable, or as fuel, goes back. */
export async function requireDeployed<Reader extends { readonly call: Call }>(
  quorum: Quorum<Reader>,
  treasury: Address,
  { name, kept }: { name: string; kept: string },
): Promise<void> {
  if (await isDeployed(quorum, treasury)) return;
  const address = treasury.toString({ bounceable: false });
  throw new StartError(
    `The wallet of ${name}, ${address}, is not deployed: send a transfer from it first, so that it keeps ${kept}.`,
  );
}

/** Messages that the treasury sends on by one: 1 where its wallet is not known. */
export function countMessages({ status, readState }: AccountReading, wallet: TreasuryWallet | null): number {
  const kind = status === "active" ? readWallet(readState())?.kind : wallet?.kind;
  return kind?.mostMessages ?? 1;
}

/** What has to be the same for all endpoints before the wallet signs. */
export function describeWallet({ status, readState }: AccountReading): string {
  const deployed = status === "active" ? readWallet(readState()) : null;
  if (deployed === null) return status;
  const { walletId, publicKey, seqno } = deployed;
  return `${walletId} of ${publicKey.toString("hex")} with the next number ${seqno}`;
}

/** The wallet as it signs now: by its own state where it is deployed, else by its key. */
export function readSigning(
  { status, readState }: AccountReading,
  wallet: TreasuryWallet | null,
  address: Address,
): { signing: TreasuryWallet; seqno: bigint } {
  if (status !== "active") {
    if (wallet === null) throw new Error("the treasury is not deployed");
    return { signing: wallet, seqno: 0n };
  }
  const deployed = readWallet(readState());
  if (deployed === null) throw new Error("the treasury is no wallet that the server knows");
  const { kind, walletId, publicKey, seqno } = deployed;
  return { signing: { kind, walletId, publicKey, address, init: null }, seqno };
}
