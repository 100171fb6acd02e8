import { describe, expect, it } from "vitest";
import type { WalletProof } from "./chain.ts";
import { formatAccount, isProofOfKind } from "./proving.ts";

function format(firstName: string, lastName: string | null = null, username: string | null = "anna_k") {
  return formatAccount({ tgUserId: 5_104_827_361n, firstName, lastName, username });
}

/** What EIP-4361 allows in a statement: reserved and unreserved characters of RFC 3986, and the space. */
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/;

describe("the account in a text to sign", () => {
  it("is the display name, the username and the id", () => {
    expect(format("Anna", "Keller")).toBe("Anna Keller (@anna_k, id 5104827361)");
    expect(format("Anna", null, null)).toBe("Anna (id 5104827361)");
    expect(format("Lucía", "Đỗ Thư")).toBe("Lucia o Thu (@anna_k, id 5104827361)");
  });

  it("is the username and the id alone if the name has no ASCII letter", () => {
    expect(format("明", "李")).toBe("(@anna_k, id 5104827361)");
  });

  it.each([
    "Anna\n\nURI: https://evil.example",
    "Anna\u202Egro.lave\u202C",
    "Anna (@somebody, id 1)",
    "Anna\u200B\u0000\u2028",
    '"Anna"',
    "\u{1F9E7} Anna ".repeat(40),
  ])("keeps %j one line of what EIP-4361 allows, with one username and one id", (name) => {
    const text = format(name);
    expect(text).toMatch(STATEMENT);
    expect(text.match(/@/g)).toHaveLength(1);
    expect(text.match(/[(),]/g)).toEqual(["(", ",", ")"]);
    expect(text.endsWith("(@anna_k, id 5104827361)")).toBe(true);
    expect(text.length).toBeLessThan(110);
  });
});

const SIGNATURE: WalletProof = { challengeId: "c1", signature: "signed" };
const CONNECTED: WalletProof = {
  challengeId: "c1",
  tonProof: {
    network: "-3",
    publicKey: "key",
    stateInit: "state",
    proof: {
      timestamp: 0,
      domain: { lengthBytes: 7, value: "hongbao" },
      signature: "signed",
      payload: "nonce",
    },
  },
};

it.each<[string, WalletProof, boolean, boolean]>([
  ["a signature", SIGNATURE, true, false],
  ["a proof of the connection", CONNECTED, false, true],
  ["both at once", { ...CONNECTED, ...SIGNATURE }, false, false],
  ["none", { challengeId: "c1" }, false, false],
])("a proof is of the kind of its chain: %s", (_, proof, isText, isConnection) => {
  expect(isProofOfKind({ bringsAddressWithProof: false }, proof)).toBe(isText);
  expect(isProofOfKind({ bringsAddressWithProof: true }, proof)).toBe(isConnection);
});
