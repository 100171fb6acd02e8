import type { Call } from "./pool.ts";
import { readAccount } from "./readAccount.ts";
import { readSolid } from "./readBlock.ts";

/** Tries to read a balance between two solid blocks. */
const MOST_TRIES = 3;

/** The treasury's balance at the newest solid block, which is the same before and after it is read. */
export async function readSolidTreasury(
  call: Call,
  treasury: string,
): Promise<{ position: bigint; balanceBase: bigint }> {
  let before = await readSolid(call);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { balanceBase } = await readAccount(call, treasury, "walletsolidity");
    const after = await readSolid(call);
    if (after.hash === before.hash) return { position: BigInt(after.number), balanceBase };
    before = after;
  }
  throw new Error("the solid block changes with each answer");
}
