import { createHash } from "node:crypto";
import { Address, Cell, contractAddress, loadStateInit, type StateInit } from "@ton/core";
import { isSigned } from "#server/crypto/ed25519.ts";
import type { ProofVerdict, WalletProof } from "../chain.ts";
import { findDispute } from "../quorum.ts";
import type { ContractKey } from "./account.ts";
import { GLOBAL_IDS } from "./network.ts";
import { formatV5WalletId, readAnchorKey, readWallet, V5R1 } from "./wallets.ts";

/** A proof's time may differ this much from the server's. */
const SKEW_MS = 5 * 60_000;

type WireProof = NonNullable<WalletProof["tonProof"]>;

/** A proof without the network, which no wallet signs. */
export type TonProof = WireProof["proof"] & Pick<WireProof, "publicKey" | "stateInit">;

export interface ProvenWallet {
  address: string;
  globalId: number;
  /** What the chain says of the key of the contract at the address. */
  readContractKey: (address: string) => Promise<ContractKey>;
}

export interface ProofContext {
  /** The server's own copy of the payload. */
  payload: string;
  /** The host that the proof must be made for. */
  domain: string;
}

/** Judges whether a proof (ton_proof of TON Connect) is made for this payload and domain, by the wallet's key, in its time. */
export async function judgeTonProof(
  proof: TonProof,
  context: ProofContext,
  wallet: ProvenWallet,
): Promise<ProofVerdict> {
  const { payload, domain, timestamp } = proof;
  const isMeant = payload === context.payload && domain.value === context.domain;
  if (!isMeant || !(await isSignedByWallet(proof, wallet))) return "foreign";
  return isProofTime(payload, timestamp) ? "proven" : "clockOff";
}

/** Whether the key of the wallet at this address made the proof, for whatever payload, domain and time it names. */
export async function isSignedByWallet(proof: TonProof, wallet: ProvenWallet): Promise<boolean> {
  const { domain, signature, publicKey } = proof;
  if (domain.lengthBytes !== Buffer.byteLength(domain.value)) return false;
  const key = await findKey(proof, wallet);
  if (key === null || key.toString("hex") !== publicKey.toLowerCase()) return false;
  return isSigned(writeSignedBytes(proof, Address.parse(wallet.address)), Buffer.from(signature, "base64"), key);
}

/**
 * The key of the wallet: from its first state, if its hash is the address and its code is known; else the contract itself
 * is asked. Telegram's wallet changes its key, so its first state counts only until it is deployed. Null for another
 * address's state, and for a wallet of another network.
 */
async function findKey(
  { stateInit }: TonProof,
  { address, globalId, readContractKey }: ProvenWallet,
): Promise<Buffer | null> {
  const init = parseStateInit(stateInit);
  if (init === null) return null;
  const parsed = Address.parse(address);
  if (!contractAddress(parsed.workChain, init).equals(parsed)) return null;
  const wallet = readWallet(init);
  if (wallet === null) {
    const contract = await readContractKey(address);
    if (contract.kind === "deployed") return contract.key;
    return contract.kind === "undeployed" ? readAnchorKey(init, globalId) : null;
  }
  return wallet.kind === V5R1 && !isOfNetwork(wallet.walletId, globalId) ? null : wallet.publicKey;
}

/**
 * A wallet v5 has its network in its id, mixed with the number of the wallet: only the first wallet of another network,
 * which everybody has, is known as such.
 */
function isOfNetwork(walletId: number, globalId: number): boolean {
  return GLOBAL_IDS.every((other) => other === globalId || walletId !== formatV5WalletId(other));
}

function parseStateInit(text: string): StateInit | null {
  try {
    return loadStateInit(Cell.fromBase64(text).beginParse());
  } catch {
    return null;
  }
}

/** What a wallet signs: everything but the network. */
function writeSignedBytes({ domain, timestamp, payload }: TonProof, address: Address): Buffer {
  const workchain = Buffer.alloc(4);
  workchain.writeInt32BE(address.workChain);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(domain.lengthBytes);
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(timestamp));
  const message = hash(
    Buffer.from("ton-proof-item-v2/"),
    workchain,
    address.hash,
    length,
    Buffer.from(domain.value),
    time,
    Buffer.from(payload),
  );
  return hash(Buffer.from([0xff, 0xff]), Buffer.from("ton-connect"), message);
}

function hash(...parts: readonly Buffer[]): Buffer {
  return createHash("sha256").update(Buffer.concat(parts)).digest();
}

interface ProofPayload {
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** What a wallet signs with its address while it connects: a nonce and the time in which the proof is made. */
export function writeProofPayload({ nonce, issuedAt, expiresAt }: ProofPayload): string {
  return ["hongbao", nonce, toSeconds(issuedAt), toSeconds(expiresAt)].join("-");
}

/** Whether a proof with this timestamp was signed while the payload was valid, give or take a wrong clock. */
function isProofTime(payload: string, timestampS: number): boolean {
  const [, issuedS, expiresS] = /^hongbao-[0-9A-Za-z]+-([0-9]{1,12})-([0-9]{1,12})$/.exec(payload) ?? [];
  if (issuedS === undefined || expiresS === undefined) return false;
  const timeMs = timestampS * 1_000;
  return timeMs >= Number(issuedS) * 1_000 - SKEW_MS && timeMs <= Number(expiresS) * 1_000 + SKEW_MS;
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

/** The key on which all endpoints agree: one alone could name its own. */
export function chooseKey(readings: readonly ContractKey[]): ContractKey {
  const describe = (reading: ContractKey) => (reading.kind === "deployed" ? reading.key.toString("hex") : reading.kind);
  const [first = { kind: "unknown" }] = readings;
  return findDispute(readings, describe) === null ? first : { kind: "unknown" };
}
