import { createPrivateKey, sign } from "node:crypto";
import {
  SystemInstruction,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
} from "@solana/web3.js";
import type { Keypair } from "@solana/web3.js";
import { readKeypair } from "#devnet/solana/devnetKeys.ts";

type Input = Readonly<Record<string, unknown>>;

/** Before the seed of a key of Ed25519 in PKCS #8. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Signs with a key of the local Solana wallet: a message, or a transaction; or says what a transaction transfers. Bytes
 * are in base64.
 */
export function signWithSolanaKey(keys: readonly string[], input: Input): unknown {
  if (input["kind"] === "solanaTransfer") return describeTransfer(readBytes(input["transaction"]));
  const key = keys[Number(input["index"])];
  if (key === undefined) throw new Error("the wallet has no such account");
  const keypair = readKeypair(key);
  if (input["kind"] === "solanaMessage") return signBytes(readBytes(input["message"]), keypair);
  const transaction = VersionedTransaction.deserialize(readBytes(input["transaction"]));
  transaction.sign([keypair]);
  return Buffer.from(transaction.serialize()).toString("base64");
}

function readBytes(value: unknown): Uint8Array {
  if (typeof value !== "string") throw new Error("bytes must be in base64");
  return Uint8Array.from(Buffer.from(value, "base64"));
}

function signBytes(bytes: Uint8Array, { secretKey }: Keypair): string {
  const key = Buffer.concat([PKCS8_PREFIX, secretKey.subarray(0, 32)]);
  return sign(null, bytes, createPrivateKey({ key, format: "der", type: "pkcs8" })).toString("base64");
}

/** The only transfer of a payment. */
function describeTransfer(bytes: Uint8Array): { to: string; lamports: string } {
  const found = Transaction.from(bytes).instructions.find(({ programId }) => programId.equals(SystemProgram.programId));
  if (found === undefined) throw new Error("the transaction transfers nothing");
  // The order's reference is one more account, which the decoder does not expect.
  const { toPubkey, lamports } = SystemInstruction.decodeTransfer(
    new TransactionInstruction({ programId: found.programId, data: found.data, keys: found.keys.slice(0, 2) }),
  );
  return { to: toPubkey.toBase58(), lamports: String(lamports) };
}
