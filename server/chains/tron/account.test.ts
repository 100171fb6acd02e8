import fc from "#tests/support/fastCheck.ts";
import { describe, expect, it } from "vitest";
import { changeAnyhow } from "#tests/support/changeAnyhow.ts";
import { parseExactJson, tryParse } from "../nodeAnswers.ts";
import { parseAccount, readAccount } from "./account.ts";
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

  const MOST = 2n ** 63n - 1n;
  const whole = fc.oneof(fc.bigInt({ min: 1n, max: MOST }), fc.constantFrom(1n, 2n ** 53n, 2n ** 53n + 1n, MOST));
  const keys = fc.array(fc.record({ isOwn: fc.boolean(), weight: whole }), { minLength: 1, maxLength: 5 });

  it("with any permission that the chain takes is read exactly, as nodes write it", () => {
    fc.assert(
      fc.property(whole, whole, keys, fc.json(), (balanceBase, threshold, given, others) => {
        const texts = given.map(({ isOwn, weight }) => `{"address":"${isOwn ? OWN : OTHER}","weight":${weight}}`);
        const owner = `{"permission_name":"owner","threshold":${threshold},"keys":[${texts.join(",")}]}`;
        const told = `{"address":"${OWN}","balance":${balanceBase},"owner_permission":${owner},"active_permission":[${others}]}`;
        const { hasOwnKey, ...account } = parseAccount(parseExactJson(told), toBase58Address(OWN));
        expect(account).toEqual({ balanceBase, isActive: true, isContract: false });
        expect(hasOwnKey).toBe(given.some(({ isOwn, weight }) => isOwn && weight >= threshold));
      }),
      { numRuns: 1_000 },
    );
  });

  it("is read, or refused as one that cannot be, whatever its owner and versions to come make of it", () => {
    const permission = { id: 2, permission_name: "owner", threshold: 1, keys: [{ address: OWN, weight: 1 }] };
    const honest = {
      address: OWN,
      balance: 5,
      type: "Normal",
      owner_permission: permission,
      active_permission: [permission],
    };
    fc.assert(
      fc.property(changeAnyhow(honest), (told) => {
        const parsed = tryParse(() => parseAccount(told, toBase58Address(OWN)));
        const isRead = parsed.kind === "read" && parsed.value.balanceBase >= 0n && parsed.value.balanceBase <= MOST;
        const isRefused = parsed.kind === "unread" && /^(an amount|an answer|the node)/.test(parsed.reason);
        expect(isRead || isRefused).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
