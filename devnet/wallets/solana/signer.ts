import { createPrivateKey, sign } from "node:crypto";
import {
  SystemInstruction,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
} from "@solana/web3.js";
import type { Keypair } from "@solana/web3.js";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { readKeypair } from "#devnet/solana/settings.ts";
import { nameAccounts, pickKey, readText } from "../walletKeys.ts";
import type { SignInput, WalletKeys } from "../walletKeys.ts";

/** Before the seed of a key of Ed25519 in PKCS #8. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Signs with keys of the local Solana wallet: a message, or a transaction; or says what a transaction transfers. Bytes
 * are in base64.
 */
export function openSolanaKeys({ fundedKeys, fundedAddresses }: NonNullable<DevnetInfo["solana"]>): WalletKeys {
  const keys = fundedKeys.map((key) => Buffer.from(readKeypair(key).publicKey.toBytes()).toString("base64"));
  const accounts = nameAccounts(fundedAddresses).map((account) =>
    Object.assign(account, { publicKey: keys[account.index] }),
  );
  return { accounts, sign: (input) => signWithKey(fundedKeys, input) };
}

function signWithKey(keys: readonly string[], input: SignInput): unknown {
  if (input["kind"] === "transfer") return describeTransfer(readBytes(input, "transaction"));
  const keypair = readKeypair(pickKey(keys, input));
  if (input["kind"] === "message") return signBytes(readBytes(input, "message"), keypair);
  const transaction = VersionedTransaction.deserialize(readBytes(input, "transaction"));
  transaction.sign([keypair]);
  return Buffer.from(transaction.serialize()).toString("base64");
}

function readBytes(input: SignInput, name: string): Uint8Array {
  return Uint8Array.from(Buffer.from(readText(input, name), "base64"));
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
