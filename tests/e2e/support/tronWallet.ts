import { TronWeb } from "tronweb";
import type { Stack } from "#devnet/startStack.ts";

/** Before the test ids of the local Tron wallet. */
export const TRON_WALLET = "tron-wallet";

/** One of the accounts that the local Tron wallet holds. */
export interface TronAccount {
  readonly index: number;
  readonly address: string;
  readonly key: string;
}

function getTron({ info }: Stack) {
  if (info.tron === null) throw new Error("no local Tron runs");
  return info.tron;
}

export function getTronAccount(stack: Stack, index: number): TronAccount {
  const key = getTron(stack).fundedKeys[index];
  const address = key === undefined ? false : TronWeb.address.fromPrivateKey(key);
  if (key === undefined || address === false) throw new Error(`there is no funded account ${index}`);
  return { index, address, key };
}

/** The treasury as transactions spell it. */
export function getTreasuryHex(stack: Stack): string {
  return TronWeb.address.toHex(getTron(stack).treasuryAddress).toLowerCase();
}

function connect(stack: Stack, privateKey?: string): TronWeb {
  return new TronWeb({ fullHost: getTron(stack).fullHost, ...(privateKey === undefined ? {} : { privateKey }) });
}

export async function readBalanceSun(stack: Stack, address: string): Promise<number> {
  return await connect(stack).trx.getUnconfirmedBalance(address);
}

/** Sends what an account has, but a little, to another account; resolves with how to send it back. */
export async function drain(stack: Stack, from: TronAccount, to: TronAccount): Promise<() => Promise<void>> {
  const amount = (await readBalanceSun(stack, from.address)) - 5_000_000;
  await send(stack, from, to, amount);
  return () => send(stack, to, from, amount);
}

async function send(stack: Stack, from: TronAccount, to: TronAccount, amount: number): Promise<void> {
  const before = await readBalanceSun(stack, to.address);
  const answer = await connect(stack, from.key).trx.sendTransaction(to.address, amount);
  if (!answer.result) throw new Error(`the node refused: ${answer.code}`);
  while ((await readBalanceSun(stack, to.address)) < before + amount) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
