import { Connection, Keypair, PublicKey, sendAndConfirmTransaction, SystemProgram, Transaction } from "@solana/web3.js";
import type { Stack } from "#devnet/startStack.ts";
import { decodeBase58 } from "#domain/address/base58.ts";

/** Before the test ids of the local Solana wallet. */
export const SOLANA_WALLET = "solana-wallet";

/** One of the accounts that the local Solana wallet holds. */
export interface SolanaAccount {
  readonly index: number;
  readonly address: string;
  readonly keypair: Keypair;
}

function getSolana({ info }: Stack) {
  if (info.solana === null) throw new Error("no local Solana runs");
  return info.solana;
}

export function getSolanaAccount(stack: Stack, index: number): SolanaAccount {
  const key = decodeBase58(getSolana(stack).fundedKeys[index] ?? "", 64);
  if (key === null) throw new Error(`there is no funded account ${index}`);
  const keypair = Keypair.fromSecretKey(key);
  return { index, address: keypair.publicKey.toBase58(), keypair };
}

export function getSolanaTreasury(stack: Stack): string {
  return getSolana(stack).treasuryAddress;
}

function connect(stack: Stack): Connection {
  return new Connection(getSolana(stack).rpcUrl, "confirmed");
}

export async function readLamports(stack: Stack, address: string): Promise<number> {
  return await connect(stack).getBalance(new PublicKey(address));
}

/** Lets so many slots pass at once. */
export async function passSlots(stack: Stack, count: number): Promise<void> {
  const absoluteSlot = (await connect(stack).getSlot()) + count;
  const response = await fetch(getSolana(stack).rpcUrl, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "surfnet_timeTravel", params: [{ absoluteSlot }] }),
  });
  const answer = (await response.json()) as { error?: { message: string } };
  if (answer.error !== undefined) throw new Error(answer.error.message);
}

/** Sends what an account has, but a little, to another account; resolves with how to send it back. */
export async function drain(stack: Stack, from: SolanaAccount, to: SolanaAccount): Promise<() => Promise<void>> {
  const lamports = (await readLamports(stack, from.address)) - 5_000_000;
  await send(stack, from, to, lamports);
  return () => send(stack, to, from, lamports);
}

async function send(stack: Stack, from: SolanaAccount, to: SolanaAccount, lamports: number): Promise<void> {
  const { publicKey: fromPubkey } = from.keypair;
  const transfer = SystemProgram.transfer({ fromPubkey, toPubkey: to.keypair.publicKey, lamports });
  await sendAndConfirmTransaction(connect(stack), new Transaction().add(transfer), [from.keypair]);
}
