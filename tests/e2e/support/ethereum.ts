import { computeAddress } from "ethers";
import type { Stack } from "#devnet/startStack.ts";

/** One of the accounts that the local browser wallet holds. */
export interface Account {
  readonly index: number;
  readonly address: string;
}

export function getAccount(stack: Stack, index: number): Account {
  const key = stack.info.ethereum.fundedKeys[index];
  if (key === undefined) throw new Error(`there is no funded account ${index}`);
  return { index, address: computeAddress(key) };
}

export async function readBalanceWei(stack: Stack, address: string): Promise<bigint> {
  return BigInt((await askNode(stack, "eth_getBalance", [address, "latest"])) as string);
}

/** Takes what an account has, but a little; resolves with how to give it back. */
export async function drainWei(stack: Stack, account: Account): Promise<() => Promise<void>> {
  const before = await readBalanceWei(stack, account.address);
  await setBalanceWei(stack, account, 10_000_000_000_000_000n);
  return () => setBalanceWei(stack, account, before);
}

export async function setBalanceWei(stack: Stack, { address }: Account, wei: bigint): Promise<void> {
  await askNode(stack, "anvil_setBalance", [address, `0x${wei.toString(16)}`]);
}

/** Makes an address one that takes no ether, so that a transfer to it fails; resolves with how to end that. */
export async function refuseTransfers(stack: Stack, address: string): Promise<() => Promise<void>> {
  const setCode = async (code: string) => {
    await askNode(stack, "anvil_setCode", [address, code]);
  };
  // REVERT with no reason.
  await setCode("0x60006000fd");
  return () => setCode("0x");
}

/** Stops the blocks that come by themselves, so that a test decides how many confirmations there are. */
export async function pauseMining(stack: Stack): Promise<void> {
  await askNode(stack, "evm_setIntervalMining", [0]);
}

export async function resumeMining(stack: Stack): Promise<void> {
  await askNode(stack, "evm_setIntervalMining", [1]);
}

export async function mineBlock(stack: Stack): Promise<void> {
  await askNode(stack, "evm_mine", []);
}

async function askNode(stack: Stack, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(stack.info.ethereum.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}
