import { readList, readRecord } from "../nodeAnswers.ts";
import type { Call } from "./network.ts";
import { isNothing, readAmount, toHexAddress } from "./values.ts";

/** An account as one endpoint has it. */
export interface AccountReading {
  balanceBase: bigint;
  /** Whether the chain has it: the first transfer to it costs more. */
  isActive: boolean;
  isContract: boolean;
  /** Whether the key of the address moves its coins, and needs no other one. An account may be given to other keys. */
  hasOwnKey: boolean;
}

/** The account after the newest block, or after the newest solid one. */
export async function readAccount(
  call: Call,
  address: string,
  part: "wallet" | "walletsolidity" = "wallet",
): Promise<AccountReading> {
  return parseAccount(await askAccount(call, address, part), address);
}

/** What a node says of an account: what its owner has written on the chain is not parsed yet. */
export function askAccount(
  call: Call,
  address: string,
  part: "wallet" | "walletsolidity" = "wallet",
): Promise<unknown> {
  return call(`${part}/getaccount`, { address: toHexAddress(address) });
}

export function parseAccount(value: unknown, address: string): AccountReading {
  const hex = toHexAddress(address);
  const answer = readRecord(value);
  if (isNothing(answer)) return { balanceBase: 0n, isActive: false, isContract: false, hasOwnKey: true };
  if (!isAddress(answer["address"], hex)) throw new Error("the node answered another account");
  const isContract = answer["type"] === "Contract" || answer["type"] === 2;
  return {
    balanceBase: readAmount(answer["balance"]),
    isActive: true,
    isContract,
    hasOwnKey: !isContract && isOwner(answer["owner_permission"], hex),
  };
}

function isAddress(value: unknown, hex: string): boolean {
  return typeof value === "string" && value.toLowerCase() === hex;
}

/** Whether a key alone has the weight that an account's owner needs. Without a permission, it is the account's own. */
function isOwner(permission: unknown, hex: string): boolean {
  if (permission === undefined) return true;
  const { threshold, keys } = readRecord(permission);
  const needed = readAmount(threshold);
  return readList(keys ?? []).some((item) => {
    const { address, weight } = readRecord(item);
    return isAddress(address, hex) && readAmount(weight) >= needed;
  });
}

/** Bytes that an account may send now without a fee. One transaction uses staked or free bandwidth, never both. */
export async function readBandwidth(call: Call, address: string): Promise<bigint> {
  const answer = readRecord(await call("wallet/getaccountresource", { address: toHexAddress(address) }));
  const free = readAmount(answer["freeNetLimit"]) - readAmount(answer["freeNetUsed"]);
  const staked = readAmount(answer["NetLimit"]) - readAmount(answer["NetUsed"]);
  return free > staked ? free : staked;
}
