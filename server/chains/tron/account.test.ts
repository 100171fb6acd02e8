import { describe, expect, it } from "vitest";
import { readAccount } from "./account.ts";
import { toBase58Address } from "./values.ts";

const OWN = `41${"1".repeat(40)}`;
const OTHER = `41${"2".repeat(40)}`;

describe("an account", () => {
  const read = (answer: object) => readAccount(async () => answer, toBase58Address(OWN));
  const readOwned = async (threshold: number, ...keys: readonly [string, number][]) => {
    const permission = { threshold, keys: keys.map(([address, weight]) => ({ address, weight })) };
    return (await read({ address: OWN, owner_permission: permission })).hasOwnKey;
  };

  it("that is not on the chain, or says nothing of its owner, is moved by the key of its address", async () => {
    expect(await read({})).toEqual({ balanceBase: 0n, isActive: false, isContract: false, hasOwnKey: true });
    expect(await read({ address: OWN, balance: 5 })).toMatchObject({
      balanceBase: 5n,
      isActive: true,
      hasOwnKey: true,
    });
  });

  it("that was given to another key, or needs several, is not proven by the key of its address", async () => {
    expect(await readOwned(1, [OWN, 1])).toBe(true);
    expect(await readOwned(2, [OWN.toUpperCase(), 2], [OTHER, 1])).toBe(true);
    expect(await readOwned(1, [OTHER, 1])).toBe(false);
    expect(await readOwned(2, [OWN, 1], [OTHER, 1])).toBe(false);
    expect(await readOwned(1)).toBe(false);
  });

  it("of a contract has no key", async () => {
    expect(await read({ address: OWN, type: "Contract" })).toMatchObject({ isContract: true, hasOwnKey: false });
  });

  it("is not another one's, and has no broken amounts", async () => {
    await expect(read({ address: OTHER })).rejects.toThrow(/another account/);
    await expect(read({ address: OWN, balance: -1 })).rejects.toThrow(/amount/);
    await expect(read({ address: OWN, balance: 2 ** 60 })).rejects.toThrow(/amount/);
    await expect(read({ address: OWN, owner_permission: 5 })).rejects.toThrow(/object/);
  });
});
