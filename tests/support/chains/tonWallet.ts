import { createHash } from "node:crypto";
import {
  type Address,
  beginCell,
  type Cell,
  comment,
  external,
  internal,
  SendMode,
  storeMessage,
  storeStateInit,
} from "@ton/core";
import { type KeyPair, keyPairFromSeed, sign } from "@ton/crypto";
import { WalletContractV4 } from "@ton/ton";
import type { WalletProof } from "#server/chains/chain.ts";
import type { TonProof } from "#server/chains/ton/proof.ts";

/** Far beyond any test's time. */
const NEVER_S = 0xffff_ffff;

export interface TonPayment {
  to: Address;
  amountBase: bigint;
  comment?: string | null;
  body?: Cell;
  bounce?: boolean;
}

/** A wallet v4r2 with its key. */
export interface TonWallet {
  readonly contract: WalletContractV4;
  readonly keys: KeyPair;
  /** An external message that pays, as it is sent. */
  write(seqno: number, payments: readonly TonPayment[], validUntil?: number): Cell;
  prove(values: ProofValues): TonProof;
}

export interface ProofValues {
  payload: string;
  domain: string;
  timestamp: number;
}

export function createTonWallet(seed: string): TonWallet {
  const keys = keyPairFromSeed(createHash("sha256").update(seed).digest());
  const contract = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey });
  return {
    contract,
    keys,
    write(seqno, payments, validUntil = NEVER_S) {
      const body = contract.createTransfer({
        seqno,
        secretKey: keys.secretKey,
        sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
        timeout: validUntil,
        messages: payments.map(({ to, amountBase, comment: text = null, body: own, bounce = false }) => {
          const content = own ?? (text === null ? undefined : comment(text));
          return internal({ to, value: amountBase, bounce, ...(content === undefined ? {} : { body: content }) });
        }),
      });
      const message = external({ to: contract.address, body, ...(seqno === 0 ? { init: contract.init } : {}) });
      return beginCell().store(storeMessage(message)).endCell();
    },
    prove: (values) => writeTonProof(contract, keys, values),
  };
}

/** A proof as TON Connect hands it over. */
export function toWireProof(
  { publicKey, stateInit, ...proof }: TonProof,
  network = "-3",
): NonNullable<WalletProof["tonProof"]> {
  return { network, publicKey, stateInit, proof };
}

/** A proof as a wallet makes it (ton_proof of TON Connect). */
export function writeTonProof(
  { address, init }: Pick<WalletContractV4, "address" | "init">,
  { publicKey, secretKey }: KeyPair,
  { payload, domain, timestamp }: ProofValues,
): TonProof {
  const lengthBytes = Buffer.byteLength(domain);
  const numbers = Buffer.alloc(16);
  numbers.writeInt32BE(address.workChain, 0);
  numbers.writeUInt32LE(lengthBytes, 4);
  numbers.writeBigUInt64LE(BigInt(timestamp), 8);
  const item = Buffer.concat([
    Buffer.from("ton-proof-item-v2/"),
    numbers.subarray(0, 4),
    address.hash,
    numbers.subarray(4, 8),
    Buffer.from(domain),
    numbers.subarray(8),
    Buffer.from(payload),
  ]);
  const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
  const signed = hash(Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.from("ton-connect"), hash(item)]));
  return {
    timestamp,
    domain: { lengthBytes, value: domain },
    signature: sign(signed, secretKey).toString("base64"),
    payload,
    publicKey: publicKey.toString("hex"),
    stateInit: beginCell().store(storeStateInit(init)).endCell().toBoc().toString("base64"),
  };
}
