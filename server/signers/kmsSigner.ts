import { createPublicKey } from "node:crypto";
import { pathToFileURL } from "node:url";
import { Signature, SigningKey } from "ethers/crypto";
import { getBytes, hexlify, toBeHex } from "ethers/utils";
import type { Signer } from "./signer.ts";

/** A key of secp256k1 in a key service (KMS, HSM), which signs and never leaves it. */
export interface KmsClient {
  /** The public key, as services answer it: DER, `SubjectPublicKeyInfo`. */
  readPublicKey(): Promise<Uint8Array>;
  /** Signs a digest of 32 bytes as it is, without hashing it again: ECDSA, DER. */
  signDigest(digest: Uint8Array): Promise<Uint8Array>;
}

/** A payout waits for the signature with its row locked. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The order of the curve. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Signs with a key of a key service: takes r and s out of the DER, the lower s, and the v that recovers the service's own
 * key. Rejects a signature of another key.
 */
export function createKmsSigner(loadClient: () => Promise<KmsClient>): Signer {
  let loading: Promise<{ client: KmsClient; publicKey: string }> | null = null;
  async function load() {
    const client = await loadClient();
    return { client, publicKey: readPoint(await waitBriefly(client.readPublicKey())) };
  }
  return {
    algorithm: "secp256k1",
    async sign(digest) {
      loading ??= load();
      const { client, publicKey } = await loading.catch((error: unknown) => {
        // The next one tries again: the service may be away for a moment.
        loading = null;
        throw error;
      });
      const { r, s } = readDerSignature(await waitBriefly(client.signDigest(digest)));
      const values = { r: toBeHex(r, 32), s: toBeHex(s > ORDER / 2n ? ORDER - s : s, 32) };
      const found = ([27, 28] as const)
        .map((v) => Signature.from({ ...values, v }))
        .find((signature) => SigningKey.recoverPublicKey(hexlify(digest), signature) === publicKey);
      if (found === undefined) throw new Error("the key service signs with another key than it names");
      return getBytes(found.serialized);
    },
  };
}

/** Rejects if the service has not answered in time. */
async function waitBriefly<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the key service took too long")), ANSWER_TIMEOUT_MS);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A module on this machine whose default export is a `KmsClient`. */
export async function loadKmsClient(file: string): Promise<KmsClient> {
  const loaded = (await import(pathToFileURL(file).href)) as { default?: Partial<KmsClient> };
  const client = loaded.default;
  if (typeof client?.readPublicKey !== "function" || typeof client.signDigest !== "function") {
    throw new Error("the module of the key service has no default export with readPublicKey and signDigest");
  }
  return client as KmsClient;
}

/** The key as an uncompressed point in hex. */
function readPoint(der: Uint8Array): string {
  const key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
  if (key.asymmetricKeyDetails?.namedCurve !== "secp256k1")
    throw new Error("the key service's key is not of secp256k1");
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return hexlify(Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]));
}

/** SEQUENCE { INTEGER r, INTEGER s }; all lengths are below 128. */
function readDerSignature(der: Uint8Array): { r: bigint; s: bigint } {
  const [tag, length] = der;
  if (tag !== 0x30 || length !== der.length - 2) throw new Error("a signature that is not DER");
  const [r, afterR] = readInteger(der, 2);
  const [s, end] = readInteger(der, afterR);
  if (end !== der.length) throw new Error("a signature that is not DER");
  return { r, s };
}

function readInteger(der: Uint8Array, start: number): [value: bigint, end: number] {
  const length = der[start + 1] ?? 0;
  const end = start + 2 + length;
  const bytes = der.subarray(start + 2, end);
  if (der[start] !== 2 || length === 0 || bytes.length !== length) throw new Error("a signature that is not DER");
  const value = BigInt(hexlify(bytes));
  if (value === 0n || value >= ORDER) throw new Error("a signature beyond the curve's order");
  return [value, end];
}
