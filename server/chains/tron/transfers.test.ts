import fc from "#tests/support/fastCheck.ts";
import { describe, expect, it } from "vitest";
import { join, readHex, writeBytes, writeContract, writeNumber, writeValue } from "#tests/support/chains/tronBytes.ts";
import { hashRaw } from "./rawTransaction.ts";
import { readArrival, readBlock } from "./transfers.ts";
import { toBase58Address } from "./values.ts";

const TREASURY = `41${"7".repeat(40)}`;
const OWNER = `41${"1".repeat(40)}`;
const STRANGER = `41${"2".repeat(40)}`;
const HEADER = { position: 7, hash: "7".repeat(64), parentHash: "6".repeat(64), time: new Date(7_000) };
const SPENDING = { owner: OWNER, to: TREASURY, amountBase: 5n, isCall: false };

describe("an arrival", () => {
  const read = (spending: object, isSuccess = true) =>
    readArrival(
      { txHash: "a".repeat(64), spending: { ...SPENDING, ...spending }, isSuccess },
      HEADER,
      new Set([TREASURY]),
    );

  it("is a successful transfer of coins to the treasury", () => {
    expect(read({})).toMatchObject({ amountBase: 5n, position: 7n, ref: HEADER.hash, reference: null });
  });

  it("is no call, no failed transfer, none of nothing, none to another and none of its own", () => {
    expect(read({ isCall: true })).toBeNull();
    expect(read({}, false)).toBeNull();
    expect(read({ amountBase: 0n })).toBeNull();
    expect(read({ to: OWNER, owner: TREASURY })).toBeNull();
    expect(read({ owner: TREASURY })).toBeNull();
  });
});

describe("a block", () => {
  const MEMO = 10;
  const tell = (raw: Uint8Array, ret: unknown = [{ contractRet: "SUCCESS" }]) => ({
    txID: hashRaw(raw),
    raw_data_hex: Buffer.from(raw).toString("hex"),
    ret,
  });
  const honest = tell(writeContract(1, writeValue(readHex(OWNER), readHex(TREASURY), 5n), writeNumber(14, 1)));
  const read = async (foreign: unknown) => {
    const raw_data = { number: 7, parentHash: "6".repeat(64), timestamp: 7_000 };
    const blockID = `${"7".padStart(16, "0")}${"a".repeat(48)}`;
    const answer = { blockID, block_header: { raw_data }, transactions: [foreign, honest] };
    return readBlock(async () => answer, 7, new Set([TREASURY]));
  };

  const numbers = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.constantFrom(0n, 1n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 69n),
  );
  const addresses = fc.oneof(
    fc.constantFrom(TREASURY, OWNER, STRANGER, "", "41", `a0${"7".repeat(40)}`).map(readHex),
    fc.uint8Array({ maxLength: 40 }),
  );
  const fields = fc.array(
    fc.oneof(
      fc.tuple(fc.nat(20), numbers).map(([field, value]) => writeNumber(field, value)),
      fc.tuple(fc.nat(20), fc.uint8Array({ maxLength: 30 })).map(([field, value]) => writeBytes(field, value)),
    ),
    { maxLength: 3 },
  );
  const values = fc.oneof(
    fc.tuple(addresses, addresses, numbers).map(([owner, to, amountBase]) => writeValue(owner, to, amountBase)),
    numbers.map((amountBase) => writeValue(readHex(STRANGER), readHex(TREASURY), amountBase)),
    fields.map((parts) => join(...parts)),
  );
  const types = fc.oneof(
    fc.constant(1n),
    fc.constantFrom(0n, 1n, 2n, 13n, 31n, 46n, 59n, 2n ** 31n - 1n, 2n ** 32n + 1n),
    numbers,
  );
  const contracts = fc.array(
    fc.tuple(types, values).map(([type, value]) => writeContract(type, value)),
    { minLength: 1, maxLength: 2 },
  );
  /** Any bytes that name the treasury. */
  const bytes = fc
    .tuple(
      contracts,
      fields,
      fc.constantFrom(0, 0, 0, 1, 9, 40, 60),
      fc.constantFrom("", "", "ff", "8001").map(readHex),
    )
    .map(([made, others, cut, rest]) => {
      const whole = join(...others, ...made);
      return join(
        writeBytes(MEMO, readHex(TREASURY)),
        whole.subarray(0, whole.length - Math.min(cut, whole.length)),
        rest,
      );
    });
  const payments = numbers.map((amountBase) =>
    writeContract(1, writeValue(readHex(STRANGER), readHex(TREASURY), amountBase)),
  );
  const raws = fc.oneof(bytes, payments);
  const results = fc.constantFrom<unknown[]>(
    undefined,
    [],
    [{}],
    [{ contractRet: "SUCCESS" }],
    [{ contractRet: "A_RESULT_TO_COME" }],
    [{ ret: "FAILED", contractRet: 5 }],
    [{ contractRet: "SUCCESS" }, { contractRet: "REVERT" }],
  );

  it("brings its payment beside any other transaction, which is read or set aside", async () => {
    let [counts, aside] = [0, 0];
    await fc.assert(
      fc.asyncProperty(raws, results, fc.json(), async (raw, ret, others) => {
        const foreign = { ...tell(raw, ret), raw_data: JSON.parse(others) as unknown, signature: [] };
        const { transfers, unread } = await read(foreign);
        expect(transfers.filter(({ txHash }) => txHash !== foreign.txID)).toMatchObject([
          { txHash: honest.txID, from: toBase58Address(OWNER), amountBase: 5n },
        ]);
        expect(unread.every(({ txHash }) => txHash === foreign.txID)).toBe(true);
        const counted = transfers.find(({ txHash }) => txHash === foreign.txID);
        expect(counted === undefined || (counted.amountBase > 0n && counted.amountBase < 2n ** 63n)).toBe(true);
        counts += transfers.length - 1;
        aside += unread.length;
      }),
      { numRuns: 2_000 },
    );
    // Both ends are met.
    expect([counts, aside].every((count) => count > 0)).toBe(true);
  });

  it("is not believed where the bytes of a transaction have another id", async () => {
    await expect(read({ ...honest, txID: "a".repeat(64) })).rejects.toThrow("another id");
  });
});
