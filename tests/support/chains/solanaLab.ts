import { createHash, sign } from "node:crypto";
import {
  ComputeBudgetProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
  type TransactionInstruction,
} from "@solana/web3.js";
import { parseTransaction } from "#devnet/solana/parsedTransaction.ts";
import { SolanaChain } from "#devnet/solana/solanaChain.ts";
import { decodeBase58, encodeBase58 } from "#domain/address/base58.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { ChainConfig } from "#server/chains/settings.ts";
import { createChain } from "#server/chains/createChain.ts";
import { SOLANA } from "#server/chains/solana/index.ts";
import { createSeedSigner } from "#server/signers/signer.ts";
import { silentLogger } from "../silentLogger.ts";
import type { TestClock } from "../testClock.ts";
import type { LabEndpoint, LabWallet, Payment, RotatingLab } from "./chainLab.ts";
import { SolanaEndpoint } from "./solanaEndpoint.ts";
import { writeVersion1 } from "./solanaVersion1.ts";

const CONFIRMATIONS = 3;
const BLOCK_MS = 1_000;
const TREASURY_SEED = Buffer.alloc(32, 7);
const SUCCESSOR_SEED = Buffer.alloc(32, 8);
const SUCCESSOR_BASE = 10_000_000n;
const SOL = BigInt(LAMPORTS_PER_SOL);
const OPTIONS = { confirmedBehind: 0, finalizedBehind: CONFIRMATIONS - 1, skippedEach: null };
/** Differs between equal transactions, so that each has its own signature. */
const LEAST_UNITS = 200_000;

export interface Sending {
  payer?: Keypair;
  signers?: readonly Keypair[];
  tables?: readonly AddressLookupTableAccount[];
}

export interface SolanaLabWallet extends LabWallet {
  readonly keypair: Keypair;
}

export interface SolanaLab extends RotatingLab {
  readonly chain: SolanaChain;
  readonly endpoints: readonly [SolanaEndpoint, SolanaEndpoint];
  readonly treasury: Keypair;
  createWallet(): Promise<SolanaLabWallet>;
  /** The instructions of payments to the treasury. */
  writePayments(wallet: SolanaLabWallet, ...payments: readonly Payment[]): TransactionInstruction[];
  /** Sends a versioned transaction with any instructions, and returns its id. */
  send(instructions: readonly TransactionInstruction[], sending?: Sending): string;
  /** Sends a transaction of version 1 whose payer alone signs, and returns its id. */
  sendVersion1(instructions: readonly TransactionInstruction[], payer: Keypair): string;
  readBalance(address: string): bigint;
}

/** A chain over LiteSVM behind endpoints that can lie. */
export async function startSolanaLab(clock: TestClock): Promise<SolanaLab> {
  const now = () => Math.floor(clock.now().getTime() / 1_000);
  const chain = SolanaChain.create("lab", now(), OPTIONS);
  const treasury = Keypair.fromSeed(TREASURY_SEED);
  const helper = createKeypair("helper");
  const nonce = createKeypair("nonce");
  const bin = createKeypair("bin");
  const endpoints = [new SolanaEndpoint(chain), new SolanaEndpoint(chain)] as const;
  await Promise.all(endpoints.map((endpoint) => endpoint.start()));
  const sent = new Map<string, Uint8Array>();
  /** Transactions that wait for the next block. */
  let waiting: Uint8Array[] = [];
  let wallets = 0;
  let txIds = 0;

  function fund(keypair: Keypair, lamports: bigint): void {
    const owner = SystemProgram.programId.toBytes();
    const account = { lamports, owner, data: new Uint8Array(), executable: false };
    chain.fund(keypair.publicKey.toBase58(), account);
  }

  async function advance(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      clock.advance(BLOCK_MS);
      for (const raw of waiting) chain.take(parseTransaction(raw));
      waiting = [];
      chain.seal(now());
    }
  }

  function send(
    instructions: readonly TransactionInstruction[],
    { payer = helper, signers = [], tables = [] }: Sending = {},
  ): string {
    const units = LEAST_UNITS + sent.size;
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: chain.readHead("finalized").blockhash,
      instructions: [ComputeBudgetProgram.setComputeUnitLimit({ units }), ...instructions],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message([...tables]));
    transaction.sign([payer, ...signers]);
    return queue(transaction.serialize());
  }

  function sendVersion1(instructions: readonly TransactionInstruction[], payer: Keypair): string {
    const { blockhash } = chain.readHead("finalized");
    return queue(writeVersion1({ payer, blockhash, instructions, priorityBase: BigInt(sent.size) }));
  }

  function queue(raw: Uint8Array): string {
    const [txId = ""] = parseTransaction(raw).signatures;
    sent.set(txId, raw);
    waiting.push(raw);
    return txId;
  }

  function writePayments(wallet: SolanaLabWallet, ...payments: readonly Payment[]): TransactionInstruction[] {
    return payments.map(({ amountBase, reference = null }) => {
      const transfer = SystemProgram.transfer({
        fromPubkey: wallet.keypair.publicKey,
        toPubkey: treasury.publicKey,
        lamports: amountBase,
      });
      if (reference !== null) {
        transfer.keys.push({ pubkey: toKey(reference), isSigner: false, isWritable: false });
      }
      return transfer;
    });
  }

  function open(keypair: Keypair): SolanaLabWallet {
    const wallet: SolanaLabWallet = {
      keypair,
      address: keypair.publicKey.toBase58(),
      sign: async ({ challengeId, message }) => ({ challengeId, signature: signText(message, keypair) }),
      pay: async (...payments) => send(writePayments(wallet, ...payments), { payer: keypair }),
      async payUnreadably(amountBase) {
        const txId = sendVersion1(writePayments(wallet, { amountBase }), keypair);
        for (const endpoint of endpoints) endpoint.tellNewerVersion(txId);
        return txId;
      },
    };
    return wallet;
  }

  fund(treasury, SOL);
  fund(helper, 1_000n * SOL);
  fund(bin, SOL);
  await advance(CONFIRMATIONS);
  send(
    [
      SystemProgram.createNonceAccount({
        fromPubkey: helper.publicKey,
        noncePubkey: nonce.publicKey,
        authorizedPubkey: helper.publicKey,
        lamports: LAMPORTS_PER_SOL,
      }),
    ].flatMap(({ instructions }) => instructions),
    { signers: [nonce] },
  );
  await advance(CONFIRMATIONS);
  if (chain.readAccount(nonce.publicKey.toBase58(), chain.readHead().slot)?.data.length !== NONCE_ACCOUNT_LENGTH) {
    throw new Error("the lab has no nonce account");
  }

  return {
    coinType: "sol",
    hasReferences: true,
    hasSeveralTransfers: true,
    feeBase: 10_000n,
    grossBase: SOL / 10n,
    chain,
    endpoints,
    treasury,
    createReceiver: (receiver) => createKeypair(receiver).publicKey.toBase58(),
    connect: (...asked) => connect({ treasuryAddress: treasury.publicKey.toBase58() }, asked),
    connectSuccessor() {
      const successor = Keypair.fromSeed(SUCCESSOR_SEED);
      fund(successor, SUCCESSOR_BASE);
      const treasuryAddress = successor.publicKey.toBase58();
      const oldTreasuryAddresses = [treasury.publicKey.toBase58()];
      return connect({ treasuryAddress, oldTreasuryAddresses, signer: createSeedSigner(SUCCESSOR_SEED) }, endpoints);
    },
    async createWallet() {
      wallets += 1;
      const keypair = createKeypair(`wallet ${wallets}`);
      fund(keypair, 100n * SOL);
      return open(keypair);
    },
    advance,
    writePayments,
    send,
    sendVersion1,
    async forget() {
      chain.forgetWaiting();
    },
    async drop(blocks) {
      waiting = [];
      chain.drop(blocks);
    },
    async sendAgain(txId) {
      const known = sent.get(txId);
      if (known === undefined) throw new Error("no such transaction");
      waiting.push(known);
    },
    async adjustTreasury(amountBase) {
      if (amountBase > 0n) send([withdrawNonce(amountBase)]);
      else send([takeAway(-amountBase)], { signers: [treasury] });
    },
    createTxId() {
      txIds += 1;
      return encodeBase58(createHash("sha512").update(`no transaction ${txIds}`).digest());
    },
    readBalance: (address) => chain.readAccount(address, chain.readHead().slot)?.lamports ?? 0n,
    async stop() {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
    },
  };

  /** Money that comes by no transfer. */
  function withdrawNonce(amountBase: bigint): TransactionInstruction {
    return SystemProgram.nonceWithdraw({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: helper.publicKey,
      toPubkey: treasury.publicKey,
      lamports: Number(amountBase),
    });
  }

  function takeAway(amountBase: bigint): TransactionInstruction {
    const { publicKey: fromPubkey } = treasury;
    return SystemProgram.transfer({ fromPubkey, toPubkey: bin.publicKey, lamports: amountBase });
  }

  function connect(
    own: Pick<ChainConfig, "treasuryAddress"> & Partial<ChainConfig>,
    asked: readonly LabEndpoint[],
  ): Promise<Chain> {
    const config = {
      endpoints: asked.map(({ url }) => ({ url, apiKey: null })),
      oldTreasuryAddresses: [],
      confirmations: CONFIRMATIONS,
      explorerTx: null,
      signer: createSeedSigner(TREASURY_SEED),
      ...own,
    };
    return createChain(SOLANA, config, silentLogger);
  }
}

/** A reference that is no key, as somebody else may write it, becomes some other account. */
function toKey(reference: string): PublicKey {
  return new PublicKey(decodeBase58(reference, 32) ?? createHash("sha256").update(reference).digest());
}

export function createKeypair(seed: string): Keypair {
  return Keypair.fromSeed(createHash("sha256").update(`lab ${seed}`).digest());
}

/** The signature in base58. */
export function signText(text: string | Uint8Array, keypair: Keypair): string {
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const key = Buffer.concat([prefix, keypair.secretKey.subarray(0, 32)]);
  return encodeBase58(
    sign(null, typeof text === "string" ? Buffer.from(text) : text, { key, format: "der", type: "pkcs8" }),
  );
}
