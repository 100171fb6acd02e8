import { createHash } from "node:crypto";
import { Address, beginCell, Cell, external, internal, SendMode, storeMessage, storeStateInit } from "@ton/core";
import type { StateInit } from "@ton/core";
import { mnemonicToPrivateKey, sign } from "@ton/crypto";
import { TonClient, WalletContractV4 } from "@ton/ton";
import { TON_CODES, WalletError } from "../ownedWallet.ts";

/** What an app learns of an account by TON Connect. */
export interface TonAccount {
  readonly address: string;
  readonly publicKey: string;
  readonly walletStateInit: string;
}

export interface TonProof {
  readonly timestamp: number;
  readonly domain: { readonly lengthBytes: number; readonly value: string };
  readonly payload: string;
  readonly signature: string;
}

export interface TransferMessage {
  readonly address: string;
  readonly amount: string;
  readonly payload?: string;
  readonly stateInit?: string;
}

export interface Transfer {
  readonly messages: readonly TransferMessage[];
  /** Unix time; null: a minute from now. */
  readonly validUntil: number | null;
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/** Holds the keys of the local wallets (v4r2), and signs with them. */
export class TonSigner {
  readonly #client: TonClient;
  readonly #mnemonics: readonly string[];

  constructor(apiUrl: string, mnemonics: readonly string[]) {
    this.#client = new TonClient({ endpoint: `${apiUrl}/jsonRPC` });
    this.#mnemonics = mnemonics;
  }

  get accountCount(): number {
    return this.#mnemonics.length;
  }

  async describe(index: number): Promise<TonAccount> {
    const { wallet, keys } = await this.#open(index);
    return {
      address: wallet.address.toRawString(),
      publicKey: keys.publicKey.toString("hex"),
      walletStateInit: beginCell().store(storeStateInit(wallet.init)).endCell().toBoc().toString("base64"),
    };
  }

  async readBalance(index: number): Promise<bigint> {
    const { wallet } = await this.#open(index);
    return await this.#client.getBalance(wallet.address);
  }

  /** Signs that the account is its owner's, as `ton_proof` defines it. */
  async prove(index: number, domain: string, payload: string, timestamp: number): Promise<TonProof> {
    const { wallet, keys } = await this.#open(index);
    const numbers = Buffer.alloc(16);
    numbers.writeInt32BE(wallet.address.workChain, 0);
    numbers.writeUInt32LE(Buffer.byteLength(domain), 4);
    numbers.writeBigUInt64LE(BigInt(timestamp), 8);
    const message = Buffer.concat([
      Buffer.from("ton-proof-item-v2/"),
      numbers.subarray(0, 4),
      wallet.address.hash,
      numbers.subarray(4, 8),
      Buffer.from(domain),
      numbers.subarray(8),
      Buffer.from(payload),
    ]);
    const digest = sha256(Buffer.from([0xff, 0xff]), Buffer.from("ton-connect"), sha256(message));
    return {
      timestamp,
      domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
      payload,
      signature: sign(digest, keys.secretKey).toString("base64"),
    };
  }

  /** Signs a transfer and sends it. @returns the message that was sent, in base64 */
  async transfer(index: number, { messages, validUntil }: Transfer): Promise<string> {
    const { wallet, keys } = await this.#open(index);
    const opened = this.#client.open(wallet);
    const total = messages.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    if (total >= (await opened.getBalance())) throw new WalletError(TON_CODES.badRequest, "insufficient funds");
    const body = opened.createTransfer({
      seqno: await opened.getSeqno(),
      secretKey: keys.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS,
      ...(validUntil === null ? {} : { timeout: validUntil }),
      messages: messages.map((message) => toInternal(message)),
    });
    const isDeployed = await this.#client.isContractDeployed(wallet.address);
    const signed = external({ to: wallet.address, body, ...(isDeployed ? {} : { init: wallet.init }) });
    const boc = beginCell().store(storeMessage(signed)).endCell().toBoc();
    await this.#client.sendFile(boc);
    return boc.toString("base64");
  }

  async #open(index: number) {
    const mnemonic = this.#mnemonics[index];
    if (mnemonic === undefined) throw new WalletError(TON_CODES.badRequest, "the wallet has no such account");
    const keys = await this.#readKeys(mnemonic);
    return { keys, wallet: WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey }) };
  }

  readonly #keys = new Map<string, ReturnType<typeof mnemonicToPrivateKey>>();

  /** Deriving a key takes a while. */
  #readKeys(mnemonic: string): ReturnType<typeof mnemonicToPrivateKey> {
    const known = this.#keys.get(mnemonic) ?? mnemonicToPrivateKey(mnemonic.split(" "));
    this.#keys.set(mnemonic, known);
    return known;
  }
}

function toInternal({ address, amount, payload, stateInit }: TransferMessage) {
  const isFriendly = Address.isFriendly(address);
  return internal({
    to: Address.parse(address),
    value: BigInt(amount),
    bounce: isFriendly ? Address.parseFriendly(address).isBounceable : true,
    ...(payload === undefined ? {} : { body: Cell.fromBase64(payload) }),
    ...(stateInit === undefined ? {} : { init: readStateInit(stateInit) }),
  });
}

function readStateInit(base64: string): StateInit {
  const slice = Cell.fromBase64(base64).beginParse();
  slice.skip(2);
  return { code: slice.loadMaybeRef(), data: slice.loadMaybeRef() };
}
