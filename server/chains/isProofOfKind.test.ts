import { expect, test } from "vitest";
import type { WalletProof } from "./chain.ts";
import { isProofOfKind } from "./isProofOfKind.ts";

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

test.each<[string, WalletProof, boolean, boolean]>([
  ["a signature", SIGNATURE, true, false],
  ["a proof of the connection", CONNECTED, false, true],
  ["both at once", { ...CONNECTED, ...SIGNATURE }, false, false],
  ["none", { challengeId: "c1" }, false, false],
])("%s", (_, proof, isText, isConnection) => {
  expect(isProofOfKind({ bringsAddressWithProof: false }, proof)).toBe(isText);
  expect(isProofOfKind({ bringsAddressWithProof: true }, proof)).toBe(isConnection);
});
