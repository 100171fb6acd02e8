import { createPrivateKey, sign } from "node:crypto";
import { type Keypair, PublicKey, type TransactionInstruction } from "@solana/web3.js";

const PREFIX = 0x81;
/** Priority fee (two bits), compute units and size of loaded accounts. */
const CONFIG_MASK = 0b01111;
const MOST_LOADED_BYTES = 64 * 1_024 * 1_024;
const MOST_UNITS = 200_000;
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

interface Version1 {
  payer: Keypair;
  blockhash: string;
  instructions: readonly TransactionInstruction[];
  /** Lamports for the whole transaction. */
  priorityBase: bigint;
}

/** A signed transaction of version 1, whose payer alone signs. */
export function writeVersion1({ payer, blockhash, instructions, priorityBase }: Version1): Uint8Array {
  const accounts = listAccounts(payer.publicKey, instructions);
  const place = (key: PublicKey) => accounts.keys.findIndex((other) => other.equals(key));
  const heads = instructions.map(({ programId, keys, data }) =>
    Buffer.concat([Buffer.from([place(programId), keys.length]), writeNumber(BigInt(data.length), 2)]),
  );
  const bodies = instructions.map(({ keys, data }) =>
    Buffer.concat([Buffer.from(keys.map(({ pubkey }) => place(pubkey))), data]),
  );
  const message = Buffer.concat([
    Buffer.from([PREFIX, 1, 0, accounts.readonly]),
    writeNumber(BigInt(CONFIG_MASK), 4),
    new PublicKey(blockhash).toBuffer(),
    Buffer.from([instructions.length, accounts.keys.length]),
    ...accounts.keys.map((key) => key.toBuffer()),
    writeNumber(priorityBase, 8),
    writeNumber(BigInt(MOST_UNITS), 4),
    writeNumber(BigInt(MOST_LOADED_BYTES), 4),
    ...heads,
    ...bodies,
  ]);
  const key = Buffer.concat([PKCS8_PREFIX, payer.secretKey.subarray(0, 32)]);
  const signature = sign(null, message, createPrivateKey({ key, format: "der", type: "pkcs8" }));
  return Buffer.concat([message, signature]);
}

/** The payer, then what is written, then what is only read. */
function listAccounts(payer: PublicKey, instructions: readonly TransactionInstruction[]) {
  const named = instructions.flatMap(({ keys }) => keys);
  const unique = (keys: readonly PublicKey[]) =>
    keys.filter((key, place) => keys.findIndex((other) => other.equals(key)) === place && !key.equals(payer));
  const written = unique(named.filter(({ isWritable }) => isWritable).map(({ pubkey }) => pubkey));
  const read = unique([...named.map(({ pubkey }) => pubkey), ...instructions.map(({ programId }) => programId)]).filter(
    (key) => !written.some((other) => other.equals(key)),
  );
  return { keys: [payer, ...written, ...read], readonly: read.length };
}

function writeNumber(value: bigint, bytes: number): Buffer {
  const whole = Buffer.alloc(8);
  whole.writeBigUInt64LE(value);
  return whole.subarray(0, bytes);
}
