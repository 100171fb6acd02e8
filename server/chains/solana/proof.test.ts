import { Keypair } from "@solana/web3.js";
import { expect, it } from "vitest";
import { encodeBase58 } from "#domain/address/base58.ts";
import { signText } from "#tests/support/chains/solanaLab.ts";
import { judgeSolanaProof } from "./proof.ts";

const OWNER = Keypair.fromSeed(Buffer.alloc(32, 7));
const OTHER = Keypair.fromSeed(Buffer.alloc(32, 8));
const ADDRESS = encodeBase58(OWNER.publicKey.toBytes());
const TEXT = "hongbao.example wants you to sign in:\nនៅទីនេះ";
const BODY = Buffer.from(TEXT).toString("hex");
const LENGTH = Buffer.from([Buffer.byteLength(TEXT), 0]).toString("hex");
/** `\xffsolana offchain`: https://docs.anza.xyz/proposals/off-chain-message-signing */
const DOMAIN = "ff736f6c616e61206f6666636861696e";
const SIGNER = Buffer.from(OWNER.publicKey.toBytes()).toString("hex");

const signHex = (hex: string, keypair = OWNER) => signText(Buffer.from(hex, "hex"), keypair);

it.each([
  ["the bare text", BODY],
  ["an envelope of version 0 in ASCII", `${DOMAIN}00${"00".repeat(32)}0001${SIGNER}${LENGTH}${BODY}`],
  ["an envelope of version 0 in UTF-8", `${DOMAIN}00${"00".repeat(32)}0101${SIGNER}${LENGTH}${BODY}`],
  ["an envelope of version 0 in long UTF-8", `${DOMAIN}00${"00".repeat(32)}0201${SIGNER}${LENGTH}${BODY}`],
  ["an envelope of older Ledger apps", `${DOMAIN}0001${LENGTH}${BODY}`],
  ["an envelope of version 1", `${DOMAIN}0101${SIGNER}${BODY}`],
])("takes a signature over %s", (_, signed) => {
  expect(judgeSolanaProof(TEXT, signHex(signed), ADDRESS)).toBe("proven");
  expect(judgeSolanaProof(`${TEXT}.`, signHex(signed), ADDRESS)).toBe("foreign");
  expect(judgeSolanaProof(TEXT, signHex(signed, OTHER), ADDRESS)).toBe("foreign");
});

it.each([
  ["another signer", `${DOMAIN}00${"00".repeat(32)}0101${"08".repeat(32)}${LENGTH}${BODY}`],
  ["another site's domain", `${DOMAIN}00${"01".repeat(32)}0101${SIGNER}${LENGTH}${BODY}`],
  ["another length", `${DOMAIN}0001ffff${BODY}`],
])("refuses an envelope with %s", (_, signed) => {
  expect(judgeSolanaProof(TEXT, signHex(signed), ADDRESS)).toBe("foreign");
});
