import type { Wallet } from "ethers";
import type { AttackWorld } from "./attackWorld.ts";

export type Authority = { bearer: string } | { code: string };

/** Binds a wallet by its signature. Returns the answer and the signed text. */
export async function proveWallet(world: AttackWorld, authority: Authority, wallet: Wallet) {
  const body = { type: "ETH", address: wallet.address } as const;
  const { data } = await world.ask("walletChallenge", { ...authority, body });
  if (data === null) throw new Error("the challenge was refused");
  const proof = { challengeId: data.challengeId, signature: await wallet.signMessage(data.message) };
  const bound = await world.ask("bindWallet", { ...authority, body: { ...body, proof } });
  return { ...bound, text: data.message };
}
