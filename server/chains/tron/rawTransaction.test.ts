import fc from "#tests/support/fastCheck.ts";
import { describe, expect, it } from "vitest";
import { join, readHex, writeBytes, writeContract, writeNumber, writeValue } from "#tests/support/chains/tronBytes.ts";
import { tryParse } from "../nodeAnswers.ts";
import { addSignature, buildTransfer, countBandwidth, hashRaw, readSpending, type Transfer } from "./rawTransaction.ts";

const OWNER = "41dd791d6b49e190062d650e6a23c575510d35f2f9";
const TO = "4192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a";
const TRANSFER: Transfer = { owner: OWNER, to: TO, amountBase: 1_000_000n };

/** Transactions of the documentation of the API. The first one is of the test network Nile. */
const PUBLISHED = [
  {
    txID: "6303c7639f591407ef9f34a7ac8c9c9a21151f5a6af21924502515734fc267ab",
    transfer: TRANSFER,
    refHash: "0000000000002927939ece39d08a7abe",
    expirationMs: 1_777_447_527_000,
    timestampMs: 1_777_447_470_038,
    hex: "0a0229272208939ece39d08a7abe40d8c483c1dd335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a1541dd791d6b49e190062d650e6a23c575510d35f2f912154192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a18c0843d70d68780c1dd33",
  },
  {
    txID: "77ddfa7093cc5f745c0d3a54abb89ef070f983343c05e0f89e5a52f3e5401299",
    transfer: {
      owner: "41608f8da72479edc7dd921e4c30bb7e7cddbe722e",
      to: "41e9d79cc47518930bc322d9bf7cddd260a0260a8d",
      amountBase: 1_000n,
    },
    refHash: "0000000000005e4b47c9dc89341b300d",
    expirationMs: 1_591_089_627_000,
    timestampMs: 1_591_089_567_635,
    hex: "0a025e4b220847c9dc89341b300d40f8fed3a2a72e5a66080112620a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412310a1541608f8da72479edc7dd921e4c30bb7e7cddbe722e121541e9d79cc47518930bc322d9bf7cddd260a0260a8d18e8077093afd0a2a72e",
  },
];

/** Why bytes cannot be parsed. */
const UNPARSED = /^a (message|number|field)/;
const VALUE = writeValue(readHex(OWNER), readHex(TO), 1_000_000n);

describe("a published transaction", () => {
  it.each(PUBLISHED)("$txID is written to the same bytes, and read from them", (known) => {
    const { transfer, refHash, expirationMs, timestampMs } = known;
    const validity = { refHash, expirationMs, timestampMs };
    expect(buildTransfer(transfer, validity)).toMatchObject({ txID: known.txID, raw_data_hex: known.hex });
    expect(hashRaw(readHex(known.hex))).toBe(known.txID);
    expect(readSpending(readHex(known.hex))).toEqual({ ...transfer, isCall: false });
  });
});

describe("a signed transfer", () => {
  const built = buildTransfer(TRANSFER, { refHash: "0".repeat(64), expirationMs: 60_000, timestampMs: 1 });

  it("is the signed part and the signature", () => {
    const signature = new Uint8Array(65).fill(7);
    const signed = join(writeBytes(1, readHex(built.raw_data_hex)), writeBytes(2, signature));
    expect(Buffer.from(addSignature(built, signature))).toEqual(Buffer.from(signed));
    expect(countBandwidth(built)).toBe(BigInt(signed.length + 64));
  });

  it("is never made of an amount that would be rounded", () => {
    const validity = { refHash: "0".repeat(64), expirationMs: 60_000, timestampMs: 1 };
    expect(() => buildTransfer({ ...TRANSFER, amountBase: 2n ** 53n }, validity)).toThrow("53 bits");
  });
});

describe("the spending of a transaction", () => {
  it("is the same with a memo in any encoding, and other fields that were signed", () => {
    const memos = [Buffer.from("Lucky Day"), Buffer.from("红包", "utf16le"), Buffer.from([0xff, 0, 0xfe]), readHex(TO)];
    for (const memo of memos) {
      expect(readSpending(writeContract(1, VALUE, writeBytes(10, memo), writeNumber(18, 5n)))).toEqual({
        ...TRANSFER,
        isCall: false,
      });
    }
  });

  it("is that of a call, where it is one", () => {
    expect(readSpending(writeContract(31, VALUE))).toEqual({ ...TRANSFER, isCall: true });
    const withoutCoins = join(writeBytes(1, readHex(OWNER)), writeBytes(2, readHex(TO)));
    expect(readSpending(writeContract(31, withoutCoins))).toMatchObject({ amountBase: 0n });
  });

  it("is none of another type of contract, of none and of two", () => {
    expect(readSpending(writeContract(2, VALUE))).toBeNull();
    expect(readSpending(writeContract(13, VALUE))).toBeNull();
    expect(readSpending(writeNumber(8, 1n))).toBeNull();
    expect(readSpending(join(writeContract(1, VALUE), writeContract(1, VALUE)))).toBeNull();
  });

  it("is none of addresses of another length or kind, and of a negative amount", () => {
    const short = writeValue(readHex(OWNER).subarray(1), readHex(TO), 1n);
    const foreign = writeValue(readHex(OWNER), readHex(`a0${TO.slice(2)}`), 1n);
    const negative = writeValue(readHex(OWNER), readHex(TO), 2n ** 64n - 1n);
    for (const value of [short, foreign, negative]) expect(readSpending(writeContract(1, value))).toBeNull();
  });

  it("is none of bytes that cannot be parsed: nobody can stop the reading of a block by them", () => {
    const group = readHex("a301a401");
    expect(() => readSpending(writeContract(1, VALUE, group))).toThrow(UNPARSED);
    expect(() => readSpending(writeContract(1, VALUE).subarray(0, -1))).toThrow(UNPARSED);
    expect(() => readSpending(readHex("ff".repeat(12)))).toThrow(UNPARSED);
    expect(() => readSpending(writeContract(1, readHex("0aff")))).toThrow(UNPARSED);
  });

  it("is read whole, or the bytes are refused as such, whatever they are", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 69n }), fc.nat(40))
        .map(([type, amountBase, cut]) =>
          writeContract(type, writeValue(readHex(OWNER), readHex(TO), amountBase)).subarray(0, -cut - 1),
        ),
      fc
        .bigInt({ min: 0n, max: 2n ** 64n - 1n })
        .map((amount) => writeContract(1, writeValue(readHex(OWNER), readHex(TO), amount))),
    );
    fc.assert(
      fc.property(bytes, (raw) => {
        const parsed = tryParse(() => readSpending(raw));
        const spending = parsed.kind === "read" ? parsed.value : null;
        expect(spending === null || (spending.owner === OWNER && spending.amountBase < 2n ** 63n)).toBe(true);
        expect(parsed.kind === "read" || UNPARSED.test(parsed.reason)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n])("is exact: %d", (amountBase) => {
    const value = writeValue(readHex(OWNER), readHex(TO), amountBase);
    expect(readSpending(writeContract(1, value))).toEqual({ ...TRANSFER, amountBase, isCall: false });
  });
});
