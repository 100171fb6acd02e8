import type { Call } from "./pool.ts";
import { readAccount } from "./readAccount.ts";
import { readSolid } from "./readBlock.ts";

/** Tries to read a balance between two solid blocks. */
const MOST_TRIES = 3;

/** What all addresses hold together at the newest solid block, which is the same before and after they are read. */
export async function readSolidTreasury(
  call: Call,
  addresses: readonly string[],
): Promise<{ position: bigint; balanceBase: bigint }> {
  let before = await readSolid(call);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    let balanceBase = 0n;
    for (const address of addresses) balanceBase += (await readAccount(call, address, "walletsolidity")).balanceBase;
    const after = await readSolid(call);
    if (after.hash === before.hash) return { position: BigInt(after.number), balanceBase };
    before = after;
  }
  throw new Error("the solid block changes with each answer");
}
