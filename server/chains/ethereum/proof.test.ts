import { Signature, Wallet } from "ethers";
import { describe, expect, it } from "vitest";
import { writeSignInText } from "../proving.ts";
import { judgeEthereumProof } from "./proof.ts";

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
    expect(judgeEthereumProof(TEXT, signature, OWNER.address)).toBe("proven");
    expect(judgeEthereumProof(TEXT, signature, OWNER.address.toLowerCase())).toBe("proven");
    expect(judgeEthereumProof(`${TEXT} `, signature, OWNER.address)).toBe("foreign");
    expect(judgeEthereumProof(TEXT, signature, OTHER.address)).toBe("foreign");
    expect(judgeEthereumProof(TEXT, await OTHER.signMessage(TEXT), OWNER.address)).toBe("foreign");
  });

  it("is read in each form that wallets write", async () => {
    const { r, s, yParity, compactSerialized } = Signature.from(await OWNER.signMessage(TEXT));
    const bare = `${r}${s.slice(2)}`;
    const forms = [`${bare}${yParity === 0 ? "1b" : "1c"}`, `${bare}0${yParity}`, compactSerialized];
    for (const form of forms) {
      for (const written of [form, form.slice(2), `0x${form.slice(2).toUpperCase()}`, ` ${form}\n`]) {
        expect(judgeEthereumProof(TEXT, written, OWNER.address), written).toBe("proven");
        expect(judgeEthereumProof(TEXT, written, OTHER.address), written).toBe("foreign");
      }
    }
    const wrongParity = `${bare}0${1 - yParity}`;
    expect(judgeEthereumProof(TEXT, wrongParity, OWNER.address)).toBe("foreign");
  });

  /** The vector of EIP-2098: https://eips.ethereum.org/EIPS/eip-2098 */
  it.each([
    [
      "Hello World",
      "0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b907e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064",
    ],
    [
      "It's a small(er) world",
      "0x9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76939c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793",
    ],
  ])("is read in the compact form of the standard: %s", (text, signature) => {
    const { address } = new Wallet(`0x${"1234567890".repeat(6)}1234`);
    expect(judgeEthereumProof(text, signature, address)).toBe("proven");
  });

  it("is a contract's where it is longer than a key's", () => {
    const undeployed = `0x${"00".repeat(320)}${"6492".repeat(16)}`;
    expect(judgeEthereumProof(TEXT, undeployed, OWNER.address)).toBe("unsupported");
    expect(judgeEthereumProof(TEXT, `0x${"11".repeat(130)}`, OWNER.address)).toBe("unsupported");
  });

  it.each(["", "0x", "0x12", `0x${"0".repeat(130)}`, `0x${"f".repeat(130)}`, "not hex at all"])(
    "is not %j",
    (signature) => {
      expect(judgeEthereumProof(TEXT, signature, OWNER.address)).toBe("foreign");
    },
  );
});
