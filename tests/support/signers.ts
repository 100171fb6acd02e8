import { parseEther, Wallet } from "ethers";
import type { App } from "#server/app.ts";
import { walletChallenge } from "#server/wallets/proofs.ts";
import { callAs, callByCode } from "./story.ts";
import type { TestApp } from "./testApp.ts";

/** Who asks for a challenge: a person, or whoever has a payment code. */
type Caller = bigint | string;

/** A wallet of Ethereum that holds one coin. */
export function makeSigner({ random, world }: Pick<TestApp, "random" | "world">): Wallet {
  const signer = new Wallet(`0x${Buffer.from(random.bytes(32)).toString("hex")}`);
  world.balances.set(signer.address, parseEther("1"));
  return signer;
}

/** The signer's proof that an address, of its own if no other is named, is the caller's. */
export async function signProof(
  app: App,
  caller: Caller,
  signer: Pick<Wallet, "address" | "signMessage">,
  address = signer.address,
) {
  const asked = { body: { type: "ETH", address } } as const;
  const { challengeId, message } = await (typeof caller === "bigint"
    ? callAs(app, walletChallenge, caller, asked)
    : callByCode(app, walletChallenge, caller, asked));
  return { challengeId, signature: await signer.signMessage(message) };
}
