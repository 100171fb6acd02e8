import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { hexlify, Signature, SigningKey } from "ethers";
import { describe, expect, it, onTestFinished } from "vitest";
import { createKmsSigner, type KmsClient, loadKmsClient } from "./kmsSigner.ts";

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

interface KeyService extends KmsClient {
  /** A digest that the service can sign: OpenSSL signs no digest, but the text that it is of. */
  createDigest(): Uint8Array;
  /** How many signatures had a high s. */
  countHigh(): number;
}

/** A key of OpenSSL in the place of a key service. */
function createKeyService(publicKey: KeyObject, privateKey: KeyObject): KeyService {
  const texts = new Map<string, Buffer>();
  let high = 0;
  return {
    createDigest() {
      const text = randomBytes(20);
      const digest = createHash("sha256").update(text).digest();
      texts.set(hexlify(digest), text);
      return digest;
    },
    countHigh: () => high,
    readPublicKey: async () => publicKey.export({ format: "der", type: "spki" }),
    async signDigest(digest) {
      const text = texts.get(hexlify(digest)) ?? Buffer.alloc(0);
      const s = sign("sha256", text, { key: privateKey, dsaEncoding: "ieee-p1363" }).subarray(32);
      if (BigInt(hexlify(s)) > HALF_ORDER) high += 1;
      return sign("sha256", text, privateKey);
    },
  };
}

const createPair = () => generateKeyPairSync("ec", { namedCurve: "secp256k1" });

describe("a signer of a key service", () => {
  it("answers r, the lower s and the v of the service's key", async () => {
    const { publicKey, privateKey } = createPair();
    const service = createKeyService(publicKey, privateKey);
    const signer = createKmsSigner(async () => service);
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
    const recoveries = new Set<number>();
    for (let round = 0; round < 60; round += 1) {
      const digest = service.createDigest();
      const bytes = await signer.sign(digest);
      const signature = Signature.from(hexlify(bytes));
      expect(bytes).toHaveLength(65);
      expect(BigInt(signature.s)).toBeLessThanOrEqual(HALF_ORDER);
      expect(SigningKey.recoverPublicKey(digest, signature)).toBe(hexlify(point));
      recoveries.add(signature.v);
    }
    expect(recoveries).toEqual(new Set([27, 28]));
    expect(service.countHigh()).toBeGreaterThan(0);
  });

  it("refuses a signature of another key, another curve, and what is no DER", async () => {
    const { publicKey, privateKey } = createPair();
    const service = createKeyService(publicKey, privateKey);
    const other = createKeyService(createPair().publicKey, privateKey);
    const attempt = (client: Partial<KmsClient>) =>
      createKmsSigner(async () => ({ ...service, ...client })).sign(service.createDigest());
    await expect(attempt({ readPublicKey: () => other.readPublicKey() })).rejects.toThrow("another key than it names");
    const { publicKey: foreign } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const readForeign = async () => foreign.export({ format: "der", type: "spki" });
    await expect(attempt({ readPublicKey: readForeign })).rejects.toThrow("not of secp256k1");
    const shapes = [
      "",
      "30",
      "3003020101",
      "30060201010201",
      "3007020101020101ff",
      "310602010102010100",
      "300602010002010",
    ];
    for (const shape of shapes) {
      await expect(attempt({ signDigest: async () => Buffer.from(shape, "hex") })).rejects.toThrow(/DER|order/);
    }
  });

  it("asks again after a service was away", async () => {
    const { publicKey, privateKey } = createPair();
    const service = createKeyService(publicKey, privateKey);
    let isAway = true;
    const signer = createKmsSigner(async () => {
      if (isAway) throw new Error("away");
      return service;
    });
    await expect(signer.sign(service.createDigest())).rejects.toThrow("away");
    isAway = false;
    await expect(signer.sign(service.createDigest())).resolves.toHaveLength(65);
  });

  it("loads the service from a module, and says what is missing in one", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "hongbao-kms-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const write = async (name: string, text: string) => {
      await writeFile(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const whole = await write(
      "whole.mjs",
      "export default { readPublicKey: async () => 1, signDigest: async () => 2 };",
    );
    await expect((await loadKmsClient(whole)).signDigest(new Uint8Array(32))).resolves.toBe(2);
    await expect(loadKmsClient(await write("half.mjs", "export const signDigest = 1;"))).rejects.toThrow(
      "no default export with readPublicKey and signDigest",
    );
  });
});
