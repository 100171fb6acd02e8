import { describe, expect, test } from "vitest";
import { TON_MAIN_NETWORK_ID } from "./addressMistake.ts";
import { findTonMistake, normalizeTonAddress, toTonAddressKey } from "./ton.ts";

/** The example of the TON documents in each form. */
const RAW = "0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e";
const BOUNCEABLE = "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF";
const USUAL = "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA";
const TEST_BOUNCEABLE = "kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP";
const TEST_USUAL = "0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK";

/** TEP-2: the test giver, on the masterchain of a test network. */
const GIVER_RAW = "-1:fcb91a3a3816d0f7b8c2c76108b8a9bc5a6b7a55bd79f8ab101c52db29232260";
const GIVER_BASE64 = "kf/8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15+KsQHFLbKSMiYIny";
const GIVER_BASE64URL = "kf_8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15-KsQHFLbKSMiYIny";
const GIVER_USUAL = "0f_8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15-KsQHFLbKSMiYNQ3";

/** The example with workchain 1, and with tag 0x31; the checksums are right. */
const OTHER_WORKCHAIN = "UQHKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPmHc";
const OTHER_TAG = "MQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPhc3";

describe("the canonical form", () => {
  test.each([RAW, RAW.toUpperCase(), BOUNCEABLE, USUAL, ` ${USUAL}\n`, USUAL.replaceAll("-", "+")])(
    "%s becomes friendly, not bounceable, in base64url",
    (text) => {
      expect(normalizeTonAddress(text)).toBe(USUAL);
    },
  );

  test.each([TEST_BOUNCEABLE, TEST_USUAL])("%s stays a test-network address", (text) => {
    expect(normalizeTonAddress(text)).toBe(TEST_USUAL);
  });

  test("accepts an address on the masterchain", () => {
    expect(normalizeTonAddress(GIVER_BASE64)).toBe(GIVER_USUAL);
    expect(normalizeTonAddress(GIVER_BASE64URL)).toBe(GIVER_USUAL);
    expect(normalizeTonAddress(GIVER_RAW)).toBe("Uf_8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15-KsQHFLbKSMiYG-9");
  });

  // Of the documents of the crate ton_smart_contract_address.
  test("another account", () => {
    expect(normalizeTonAddress("EQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNvnA")).toBe(
      "UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF",
    );
  });
});

test.each([
  ["the zero address", "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c"],
  ["the zero address of the masterchain", "Ef8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAU"],
  ["the zero address in its raw form", `0:${"0".repeat(64)}`],
  ["a wrong checksum", USUAL.replace(/A$/u, "B")],
  ["a changed letter", USUAL.replace("DKb", "Dkb")],
  ["both alphabets at once", GIVER_BASE64.replace("/", "_")],
  ["another workchain", RAW.replace("0:", "1:")],
  ["another workchain in a friendly form", OTHER_WORKCHAIN],
  ["another tag", OTHER_TAG],
  ["nothing", ""],
  ["too short a text", USUAL.slice(0, -4)],
  ["too long a text", `${USUAL}AAAA`],
  ["a raw form that is too short", RAW.slice(0, -1)],
  ["a raw form with another digit", RAW.replace("ca", "cg")],
  ["a name", "hongbao.ton"],
])("%s is refused", (_, text) => {
  expect(normalizeTonAddress(text)).toBeNull();
});

test("all spellings of an address have its raw form as their key", () => {
  for (const text of [RAW, RAW.toUpperCase(), BOUNCEABLE, USUAL, TEST_BOUNCEABLE, TEST_USUAL]) {
    expect(toTonAddressKey(text)).toBe(RAW);
  }
  expect(toTonAddressKey(GIVER_BASE64)).toBe(GIVER_RAW);
  expect(toTonAddressKey("hongbao.ton")).toBe("hongbao.ton");
});

describe("the mistake of", () => {
  test.each([
    ["a wallet's form", USUAL, null],
    ["the bounceable form", BOUNCEABLE, null],
    ["the raw form", RAW, null],
    ["one for test networks, bounceable", TEST_BOUNCEABLE, "testNetwork"],
    ["one for test networks", TEST_USUAL, "testNetwork"],
    ["one for test networks on the masterchain", GIVER_BASE64, "testNetwork"],
    ["a wrong checksum", USUAL.replace(/A$/u, "B"), "checksum"],
    ["a changed letter", USUAL.replace("DKb", "Dkb"), "checksum"],
    ["zero", "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c", "zero"],
    ["zero on the masterchain", "Ef8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAU", "masterchain"],
    ["one of the masterchain", GIVER_USUAL.replace("0f_", "Uf_"), "masterchain"],
    ["one of the masterchain in its raw form", GIVER_RAW, "masterchain"],
    ["zero in its raw form", `0:${"0".repeat(64)}`, "zero"],
    ["both alphabets at once", USUAL.replace("4ff-", "4f+-"), "form"],
    ["another workchain", RAW.replace("0:", "1:"), "form"],
    ["another workchain in a friendly form", OTHER_WORKCHAIN, "form"],
    ["another tag", OTHER_TAG, "form"],
    ["too short a text", USUAL.slice(0, -4), "form"],
    ["a name", "hongbao.ton", "form"],
    ["nothing", "", "form"],
    ["an address of Ethereum", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "otherChain"],
    ["an address of Solana", "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj", "otherChain"],
    ["an address of Tron", "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL", "otherChain"],
  ])("%s on the main network", (_, text, mistake) => {
    expect(findTonMistake(` ${text}\n`, TON_MAIN_NETWORK_ID)).toBe(mistake);
  });

  test.each(["tvm:-3", null])("an address for test networks: none on %s", (networkId) => {
    for (const text of [TEST_BOUNCEABLE, TEST_USUAL]) expect(findTonMistake(text, networkId)).toBeNull();
    expect(findTonMistake(GIVER_BASE64, networkId)).toBe("masterchain");
    expect(findTonMistake(TEST_USUAL.replace(/K$/u, "L"), networkId)).toBe("checksum");
  });
});
