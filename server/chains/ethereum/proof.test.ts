import { Wallet } from "ethers";
import { describe, expect, it } from "vitest";
import { writeSignInText } from "../signInText.ts";
import { isEthereumProof } from "./proof.ts";

const OWNER = new Wallet(`0x${"3".repeat(64)}`);
const OTHER = new Wallet(`0x${"4".repeat(64)}`);

const VALUES = {
  publicUrl: "https://hongbao.example",
  address: OWNER.address,
  account: { tgUserId: 5_104_827_361n, firstName: "Anna", lastName: "Keller", username: "anna_k" },
  nonce: "0011223344556677",
  issuedAt: new Date("2026-11-20T12:00:00Z"),
  expiresAt: new Date("2026-11-20T12:10:00Z"),
};
const TEXT = writeSignInText(VALUES, { chainName: "Ethereum", chainId: "1" });

describe("proof of an Ethereum address", () => {
  it("follows the layout of EIP-4361", () => {
    expect(TEXT).toBe(
      [
        "hongbao.example wants you to sign in with your Ethereum account:",
        OWNER.address,
        "",
        "I connect this wallet with the Telegram account Anna Keller (@anna_k, id 5104827361). Money that this wallet sends to Hongbao is credited to that account. Sign only if the account is yours. Signing is free.",
        "",
        "URI: https://hongbao.example",
        "Version: 1",
        "Chain ID: 1",
        "Nonce: 0011223344556677",
        "Issued At: 2026-11-20T12:00:00.000Z",
        "Expiration Time: 2026-11-20T12:10:00.000Z",
      ].join("\n"),
    );
  });

  it("is the owner's signature over exactly this text", async () => {
    const signature = await OWNER.signMessage(TEXT);
    expect(isEthereumProof(TEXT, signature, OWNER.address)).toBe(true);
    expect(isEthereumProof(TEXT, signature, OWNER.address.toLowerCase())).toBe(true);
    expect(isEthereumProof(`${TEXT} `, signature, OWNER.address)).toBe(false);
    expect(isEthereumProof(TEXT, signature, OTHER.address)).toBe(false);
    expect(isEthereumProof(TEXT, await OTHER.signMessage(TEXT), OWNER.address)).toBe(false);
  });

  it.each(["", "0x", "0x12", `0x${"0".repeat(130)}`, `0x${"f".repeat(130)}`, "not hex at all"])(
    "is not %j",
    (signature) => {
      expect(isEthereumProof(TEXT, signature, OWNER.address)).toBe(false);
    },
  );
});
