import { createHash } from "node:crypto";
import { keccak256, SigningKey, toUtf8Bytes } from "ethers";

type Input = Readonly<Record<string, unknown>>;

const PREFIX = "\u0019TRON Signed Message:\n";

/** Signs with a key of the local Tron wallet: a message (TIP-191), or the id of a transaction. */
export function signWithTronKey(keys: readonly string[], input: Input): string {
  const key = keys[Number(input["index"])];
  if (key === undefined) throw new Error("the wallet has no such account");
  const signer = new SigningKey(`0x${key}`);
  if (input["kind"] === "tronMessage") {
    if (typeof input["message"] !== "string") throw new Error("message must be a text");
    return signer.sign(hashMessage(input["message"])).serialized;
  }
  return signer.sign(`0x${readTxId(input["transaction"])}`).serialized.slice(2);
}

function hashMessage(message: string): string {
  const bytes = toUtf8Bytes(message);
  return keccak256(Buffer.concat([toUtf8Bytes(`${PREFIX}${bytes.length}`), bytes]));
}

/** The id, which TronWeb checks before it signs. */
function readTxId(value: unknown): string {
  const { txID, raw_data_hex: hex } = (typeof value === "object" && value !== null ? value : {}) as Input;
  const bytes = Buffer.from(typeof hex === "string" ? hex : "", "hex");
  const txId = createHash("sha256").update(bytes).digest("hex");
  if (bytes.length === 0 || txID !== txId) throw new Error("Invalid transaction");
  return txId;
}
