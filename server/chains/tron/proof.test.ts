import { utils } from "tronweb";
import { describe, expect, it } from "vitest";
import type { ChallengeValues } from "../chain.ts";
import { writeSignInText } from "../proving.ts";
import { judgeTronProof } from "./proof.ts";
import { readKeyAddress } from "./settings.ts";

/** Signatures (signMessageV2) that other implementations publish in their tests. */
const PUBLISHED = [
  {
    key: "75065f100e38d3f3b4c5c4235834ba8216de62272a4f03532c44b31a5734360a",
    text: "Hello World",
    signature:
      "bc0753c070cc55693097df11bc11e1a7c4bd5e1a40b9dc94c75568e59bcc9d6b50a7873ef25b469e494490a54de37327b4bc7fc825c81a377b555e34fb7261ba1c",
  },
  {
    key: "75065f100e38d3f3b4c5c4235834ba8216de62272a4f03532c44b31a5734360a",
    text: "A much longer message to test the signing and verification process",
    signature:
      "93aee5f753cf889e0749c74dd0c5996cce889883ae079e09ede462e16d65d06a4f43d1ed2745e9f3c1690695628269bd58f057a4a93953cc50e66b4a05bc0f451b",
  },
  {
    key: "43985273a3d94eb753fe6acfd7003e88254effce1eb53e2e97b8522558a98038",
    text: "message",
    signature:
      "fde00bc33d78109bc61de314c1c0526a047e22a2aaae473ca84b32d8aa35ed3e03720e05d614087e3d8c6fae63879755b32aa08818a2d4de66fee1a617a971671b",
  },
];

const KEY = "1".repeat(64);
const ADDRESS = readKeyAddress(KEY) ?? "";
const OTHER_KEY = "2".repeat(64);
const OTHER = readKeyAddress(OTHER_KEY) ?? "";
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

describe("a published signature", () => {
  it.each(PUBLISHED)("proves the address of its key: $text", ({ key, text, signature }) => {
    const address = readKeyAddress(key) ?? "";
    expect(judgeTronProof(text, `0x${signature}`, address)).toBe("proven");
    expect(judgeTronProof(text, signature, address)).toBe("proven");
    expect(judgeTronProof(`${text}.`, `0x${signature}`, address)).toBe("foreign");
    expect(judgeTronProof(text, `0x${signature}`, ADDRESS)).toBe("foreign");
  });
});

describe("the proof of an address of Tron", () => {
  const account = { tgUserId: 1n, firstName: "Anna", lastName: null, username: null };
  const issuedAt = new Date(1_750_000_000_000);
  const write = ({
    chainId = "0x2b6653dc",
    ...values
  }: Partial<ChallengeValues & { address: string }> & { chainId?: string } = {}) =>
    writeSignInText(
      {
        publicUrl: "https://hongbao.example",
        address: ADDRESS,
        account,
        nonce: "nonce123",
        issuedAt,
        expiresAt: new Date(issuedAt.getTime() + 600_000),
        ...values,
      },
      { chainName: "Tron", chainId },
    );
  const sign = (text: string, key = KEY) => utils.message.signMessage(text, `0x${key}`);

  it("is the signature over a text that names site, account, chain and time", () => {
    const text = write();
    expect(judgeTronProof(text, sign(text), ADDRESS)).toBe("proven");
    expect(text).toContain(`hongbao.example wants you to sign in with your Tron account:\n${ADDRESS}\n`);
    expect(text).toContain("\nChain ID: 0x2b6653dc\n");
    expect(text).toContain("id 1)");
  });

  it.each([
    ["another site", { publicUrl: "https://hongbao.attack" }],
    ["another account", { account: { ...account, tgUserId: 2n } }],
    ["another challenge", { nonce: "nonce124" }],
    ["another time", { issuedAt: new Date(issuedAt.getTime() + 1) }],
    ["another network", { chainId: "0xcd8690dc" }],
    ["another address", { address: OTHER }],
  ])("for %s is refused", (_, values) => {
    const foreign = write(values);
    expect(foreign).not.toBe(write());
    expect(judgeTronProof(write(), sign(foreign), ADDRESS)).toBe("foreign");
  });

  it("by another key, and for another address, is refused", () => {
    const text = write();
    expect(judgeTronProof(text, sign(text, OTHER_KEY), ADDRESS)).toBe("foreign");
    expect(judgeTronProof(text, sign(text), OTHER)).toBe("foreign");
  });

  it("is refused as a signature of Ethereum's, or of the older kind", () => {
    const text = write();
    const bytes = Buffer.from(text);
    for (const prefix of [`\u0019Ethereum Signed Message:\n${bytes.length}`, "\u0019TRON Signed Message:\n32", ""]) {
      const digest = utils.ethersUtils.keccak256(Buffer.concat([Buffer.from(prefix), bytes]));
      const { serialized } = new utils.ethersUtils.SigningKey(`0x${KEY}`).sign(digest);
      expect(judgeTronProof(text, serialized, ADDRESS)).toBe("foreign");
    }
  });

  it("is refused in another form: its twin, too short, too long, not hex, empty", () => {
    const text = write();
    const signature = sign(text);
    const s = BigInt(`0x${signature.slice(66, 130)}`);
    const parity = signature.endsWith("1b") ? "1c" : "1b";
    const twin = `${signature.slice(0, 66)}${(ORDER - s).toString(16).padStart(64, "0")}${parity}`;
    for (const other of [twin, signature.slice(0, -4), `0x${"z".repeat(130)}`, "0x", ""]) {
      expect(judgeTronProof(text, other, ADDRESS)).toBe("foreign");
    }
    expect(judgeTronProof(text, `0x${"00".repeat(65)}`, ADDRESS)).toBe("foreign");
    expect(judgeTronProof(text, `${signature}00`, ADDRESS)).toBe("unsupported");
  });
});
