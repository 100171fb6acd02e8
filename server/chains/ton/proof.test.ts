import { beginCell, storeStateInit } from "@ton/core";
import { WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from "@ton/ton";
import { describe, expect, test } from "vitest";
import { createTonWallet, writeTonProof } from "#tests/support/chains/tonWallet.ts";
import { isSignedByWallet, judgeTonProof, writeProofPayload } from "./proof.ts";

const MAIN = -239;
const TEST = -3;
const DOMAIN = "hongbao.example";
const NOW = new Date("2026-11-20T12:00:00Z");
const NOW_S = NOW.getTime() / 1_000;
const PAYLOAD = writeProofPayload({
  nonce: "00ff".repeat(8),
  issuedAt: NOW,
  expiresAt: new Date(NOW.getTime() + 600_000),
});

const nobody = async () => ({ kind: "unknown" }) as const;

function formatInit(wallet: { init: Parameters<typeof storeStateInit>[0] }): string {
  return beginCell().store(storeStateInit(wallet.init)).endCell().toBoc().toString("base64");
}

describe("a proof that a real wallet has made and somebody has published", () => {
  const publicKey = "4f16b3d0e1bf086af95da8e8500638797837f48c0621b7e3d1791e65ab043fc3";
  const v4 = {
    address: "0:f4355c5607b5a36e4462c9f8a9cbb9db0bf1ec9b8fc25987ecacc046eec3b770",
    proof: {
      timestamp: 1_735_327_997,
      domain: { lengthBytes: 21, value: "ab328c6h7.duckdns.org" },
      payload:
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhMTA4ODk5Yi0yYzgxLTQ0ZTctODkxYy1jN2E1ZGFjNzZjYWMiLCJleHAiOjE3MzUzMzkzNjIsImlzcyI6IndpcGktYmFjayIsImF1ZCI6IndpcGktZnJvbnQifQ.TVtg5KbHIDBWWQGSewrBYHbgW9ygvZWDYdTBRJ6j000",
      signature: "i3E881kKct4p0NIij+WvHvjLPkS3wJ4qkplXz3SIghCmlpO+Ocatnf7ipMEW1LIzo8Kp77dDzwjN8rrjwYb6Ag==",
      publicKey,
      stateInit: formatInit(WalletContractV4.create({ workchain: 0, publicKey: Buffer.from(publicKey, "hex") })),
    },
  };
  const keyV5 = "687235ce9b3bb614ed53fbcda86be0d9181fa89a063e27a5511fee4f72b2a753";
  const v5 = {
    address: "0:e3bba2dd29d6757d37fa342e5204aa4d3789edfe00d1568d223e397b556ee1c2",
    proof: {
      timestamp: 1_734_030_159,
      domain: { lengthBytes: 39, value: "589a-2a12-5940-76ab-00-2.ngrok-free.app" },
      payload: "f886105227e5418f97a9f1cb8feb4ab600000000675b3596",
      signature: "jKTZXgsKzA6AgV9C2FVq3vhJmXzweLcYvff/GGzYxwoNuYpsf0ZLtv76sbaYLLgECMuWmjtvIlfBiYZ5E7vaBw==",
      publicKey: keyV5,
      stateInit: formatInit(
        WalletContractV5R1.create({
          workchain: 0,
          publicKey: Buffer.from(keyV5, "hex"),
          walletId: { networkGlobalId: MAIN },
        }),
      ),
    },
  };
  /** A wallet whose code the server does not know, so that its contract is asked for the key. */
  const other = {
    address: "0:7afd7563d8fd084d35060278320769743905983b8ea43c5b16fb6e3dc0a190dd",
    proof: {
      timestamp: 1_721_812_530,
      domain: { lengthBytes: 20, value: "winogarcia.github.io" },
      payload:
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1bmlxdWVfbmFtZSI6IjQxNDA1NzUxLTNlZjEtNDZhYi04ZDJiLTRkMjE4NWVhZjI2ZSIsIm5iZiI6MTcyMTgxMjQ4OCwiZXhwIjoxNzIxODEzMzg4LCJpYXQiOjE3MjE4MTI0ODgsImlzcyI6Iklzc3VlckZvclBheWxvYWQiLCJhdWQiOiJBdWRpZW5jZUZvclBheWxvYWQifQ.rzJ1tpq-jDp19pDwWO8ZNp8T9ZkME9CZXIppWc5FYGo",
      signature: "8ab+IBU83nga6aNznUNEHr3OgN1L7I2raVomWNrhEElTFI1a3VvAz4mzvQbaYiaCY+WftHZrJnSiEgnbRYojDA==",
      publicKey: "c5134fcb39879c2cf81ffdc347353d031cf184538130fdd42688152088bf69ba",
      stateInit:
        "te6cckEBAwEAWQACATQCAQBdAAAAAH////6AAAAAAABiiaflnMPOFnwP/uGjmp6BjnjCKcCYfuoTRAqQRF+03SAIQgLkzzsvTG1qYeoPK1RH0mZ4WyavNjfbLe7mvNGqgm80EpjwGJs=",
    },
  };

  test("is taken: a wallet v4r2, a wallet v5r1, and a wallet whose contract names its key", async () => {
    expect(await isSignedByWallet(v4.proof, { address: v4.address, globalId: MAIN, readContractKey: nobody })).toBe(
      true,
    );
    expect(await isSignedByWallet(v5.proof, { address: v5.address, globalId: MAIN, readContractKey: nobody })).toBe(
      true,
    );
    const { address, proof } = other;
    const key = Buffer.from(proof.publicKey, "hex");
    const readContractKey = async () => ({ kind: "deployed", key }) as const;
    expect(await isSignedByWallet(proof, { address, globalId: TEST, readContractKey })).toBe(true);
    expect(await isSignedByWallet(proof, { address, globalId: TEST, readContractKey: nobody })).toBe(false);
  });

  test("is not taken for another address, nor a wallet v5r1 of another network", async () => {
    const wallet = { globalId: MAIN, readContractKey: nobody };
    expect(await isSignedByWallet(v4.proof, { ...wallet, address: v5.address })).toBe(false);
    expect(await isSignedByWallet(v5.proof, { ...wallet, address: v5.address, globalId: TEST })).toBe(false);
  });

  test.each([
    ["time", { timestamp: v4.proof.timestamp + 1 }],
    ["domain", { domain: { lengthBytes: 21, value: "ab328c6h7.duckdns.com" } }],
    ["length of the domain", { domain: { ...v4.proof.domain, lengthBytes: 20 } }],
    ["payload", { payload: `${v4.proof.payload}0` }],
    ["signature", { signature: v4.proof.signature.replace("i3E8", "i3E9") }],
    ["length of the signature", { signature: "i3E8" }],
    ["key", { publicKey: keyV5 }],
    ["first state", { stateInit: v5.proof.stateInit }],
    ["no state", { stateInit: "none" }],
  ])("is not taken with another %s", async (_, change) => {
    const wallet = { address: v4.address, globalId: MAIN, readContractKey: nobody };
    expect(await isSignedByWallet({ ...v4.proof, ...change }, wallet)).toBe(false);
  });
});

describe("a proof for the server's challenge", () => {
  const wallet = createTonWallet("proof");
  const thief = createTonWallet("thief");
  const address = wallet.contract.address.toString({ bounceable: false });
  const values = { payload: PAYLOAD, domain: DOMAIN, timestamp: NOW_S };
  const check = (proof: ReturnType<typeof wallet.prove>, asked = address) =>
    judgeTonProof(
      proof,
      { payload: PAYLOAD, domain: DOMAIN },
      { address: asked, globalId: TEST, readContractKey: nobody },
    );

  test("is taken, from wallets of any kind", async () => {
    expect(await check(wallet.prove(values))).toBe("proven");
    expect(await check(wallet.prove(values), wallet.contract.address.toRawString())).toBe("proven");
    const { publicKey } = wallet.keys;
    for (const contract of [
      WalletContractV3R2.create({ workchain: 0, publicKey }),
      WalletContractV4.create({ workchain: 0, publicKey, walletId: 7 }),
      WalletContractV5R1.create({ workchain: 0, publicKey, walletId: { networkGlobalId: TEST } }),
    ]) {
      expect(await check(writeTonProof(contract, wallet.keys, values), contract.address.toString())).toBe("proven");
    }
  });

  test("is refused when another wallet made it, whoever's state and key it shows", async () => {
    expect(await check(thief.prove(values))).toBe("foreign");
    const stolen = writeTonProof(wallet.contract, thief.keys, values);
    expect(await check(stolen)).toBe("foreign");
    expect(await check({ ...stolen, publicKey: wallet.keys.publicKey.toString("hex") })).toBe("foreign");
    expect(await check({ ...thief.prove(values), stateInit: wallet.prove(values).stateInit })).toBe("foreign");
  });

  test("is refused for another payload, domain or time", async () => {
    expect(await check(wallet.prove({ ...values, payload: PAYLOAD.replace("00ff", "00fe") }))).toBe("foreign");
    expect(await check(wallet.prove({ ...values, payload: "a payload of somebody else" }))).toBe("foreign");
    expect(await check(wallet.prove({ ...values, domain: "hongbao.evil.example" }))).toBe("foreign");
    expect(await check(wallet.prove({ ...values, timestamp: NOW_S - 301 }))).toBe("clockOff");
    expect(await check(wallet.prove({ ...values, timestamp: NOW_S - 299 }))).toBe("proven");
    expect(await check(wallet.prove({ ...values, timestamp: NOW_S + 899 }))).toBe("proven");
    expect(await check(wallet.prove({ ...values, timestamp: NOW_S + 901 }))).toBe("clockOff");
    expect(await check(thief.prove({ ...values, timestamp: NOW_S + 901 }))).toBe("foreign");
  });

  test("is refused for a key of small order, for which everybody can sign", async () => {
    const publicKey = Buffer.from(`01${"00".repeat(31)}`, "hex");
    const contract = WalletContractV4.create({ workchain: 0, publicKey });
    // The base point and 1: with the identity as the key, that is valid for every message.
    const signature = Buffer.from(`58${"66".repeat(31)}01${"00".repeat(31)}`, "hex").toString("base64");
    const proof = { ...writeTonProof(contract, wallet.keys, values), publicKey: publicKey.toString("hex"), signature };
    expect(await check(proof, contract.address.toString())).toBe("foreign");
  });

  test("has a payload that fits what wallets take", () => {
    expect(Buffer.byteLength(PAYLOAD)).toBeLessThanOrEqual(128);
    expect(PAYLOAD).toBe(`hongbao-${"00ff".repeat(8)}-1795176000-1795176600`);
  });
});
