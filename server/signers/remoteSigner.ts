import { fetchNode } from "#server/fetchNode.ts";
import type { Signer } from "./signer.ts";

const REQUEST_TIMEOUT_MS = 10_000;

interface RemoteSigner {
  /** Where the signing process or the bridge to a key service answers. */
  url: string;
  /** Sent as bearer. */
  token: string;
  algorithm: Signer["algorithm"];
}

/**
 * Signs in another process: POST `{algorithm, bytes}` → `{signature}`, both hex with 0x. The URL and the token are in no
 * message.
 */
export function createRemoteSigner({ url, token, algorithm }: RemoteSigner): Signer {
  return {
    algorithm,
    async sign(bytes) {
      const { status, isOk, text } = await fetchNode(url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ algorithm, bytes: `0x${Buffer.from(bytes).toString("hex")}` }),
        timeoutMs: REQUEST_TIMEOUT_MS,
      });
      if (!isOk) throw new Error(`the signer answers HTTP ${status}`);
      const { signature } = JSON.parse(text) as { signature?: unknown };
      if (typeof signature !== "string" || !/^0x([0-9a-f]{2})+$/i.test(signature)) {
        throw new Error("the signer answers no signature");
      }
      return Uint8Array.from(Buffer.from(signature.slice(2), "hex"));
    },
  };
}
