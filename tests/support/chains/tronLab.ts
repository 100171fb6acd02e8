import { TronWeb, utils } from "tronweb";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import { createTronServer } from "#devnet/tron/createTronServer.ts";
import { parseTransaction, type TronTransaction } from "#devnet/tron/parseTransaction.ts";
import { TronChain } from "#devnet/tron/tronChain.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { ChainConfig } from "#server/chains/settings.ts";
import { createChain } from "#server/chains/createChain.ts";
import { TRON } from "#server/chains/tron/index.ts";
import { readKeyAddress } from "#server/chains/tron/settings.ts";
import { createKeySigner } from "#server/signers/signer.ts";
import { silentLogger } from "../silentLogger.ts";
import type { TestClock } from "../testClock.ts";
import type { LabEndpoint, LabWallet, RotatingLab } from "./chainLab.ts";
import { nameUnreadable, TronEndpoint } from "./tronEndpoint.ts";

const TREASURY_KEY = "7".repeat(64);
const TREASURY = readKeyAddress(TREASURY_KEY) ?? "";
const SUCCESSOR_KEY = "8".repeat(64);
const SUCCESSOR = readKeyAddress(SUCCESSOR_KEY) ?? "";
const SUCCESSOR_BALANCE = 5_000_000;
const CONFIRMATIONS = 3;
const SOLID_LAG = CONFIRMATIONS - 1;
const BLOCK_MS = 1_000;
const LIFE_MS = 36_000_000;
const SUN = 1_000_000;
const WALLET_BALANCE = 100_000 * SUN;

/** A contract as the API writes it, with addresses in hex. */
export interface TronContract {
  type: "TransferContract" | "TransferAssetContract" | "TriggerSmartContract" | "AccountPermissionUpdateContract";
  value: Readonly<Record<string, unknown>>;
}

export interface TronLabWallet extends LabWallet {
  readonly key: string;
  readonly hex: string;
}

export interface TronLab extends RotatingLab {
  readonly chain: TronChain;
  /** Without a proxy before it. */
  readonly nodeUrl: string;
  readonly endpoints: readonly [TronEndpoint, TronEndpoint];
  readonly treasury: { readonly key: string; readonly address: string; readonly hex: string };
  createWallet(): Promise<TronLabWallet>;
  /** Sends a transaction with one contract and a memo in hex, and returns its id. */
  send(key: string, contract: TronContract, memo?: string): string;
  readBalance(address: string): bigint;
}

/** What gives an account to keys, by their addresses in hex and their weights; any of them may sign a transfer alone. */
export function writeOwners(owner: string, threshold: number, weights: Readonly<Record<string, number>>): TronContract {
  const keys = Object.entries(weights).map(([address, weight]) => ({ address, weight }));
  // Transfers of the coin.
  const active = {
    type: "Active",
    id: 2,
    permission_name: "pays",
    threshold: 1,
    operations: "02".padEnd(64, "0"),
    keys,
  };
  const value = { owner_address: owner, owner: { permission_name: "owner", threshold, keys }, actives: [active] };
  return { type: "AccountPermissionUpdateContract", value };
}

/** 21 bytes in hex, as the API writes them. */
export const toHex = (address: string): string => TronWeb.address.toHex(address).toLowerCase();

/** An address that is not on the chain; another one for each seed. */
export const createStranger = (seed: string): string =>
  TronWeb.address.fromHex(`41${Buffer.from(seed).toString("hex").padStart(40, "5").slice(-40)}`);

/** A node behind proxies that can lie. */
export async function startTronLab(clock: TestClock): Promise<TronLab> {
  const chain = TronChain.create("lab", clock.now().getTime(), SOLID_LAG);
  const server = createTronServer(chain);
  const nodeUrl = `http://127.0.0.1:${await listenLocally(server, 0)}`;
  const unsent = new Map<string, Record<string, unknown>>();
  const unreadable = new Set<string>();
  const endpoints = [
    new TronEndpoint(chain, nodeUrl, unsent, unreadable),
    new TronEndpoint(chain, nodeUrl, unsent, unreadable),
  ] as const;
  await Promise.all(endpoints.map((endpoint) => endpoint.start()));
  const treasury = { key: TREASURY_KEY, address: TREASURY, hex: toHex(TREASURY) };
  const sent = new Map<string, TronTransaction>();
  let wallets = 0;
  let written = 0;

  async function advance(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      clock.advance(BLOCK_MS);
      chain.seal(clock.now().getTime());
    }
  }

  /** A signed transaction, like no other. */
  function write(key: string, { type, value }: TronContract, memo?: string) {
    written += 1;
    // The first block stays, whatever forks.
    const first = chain.findBlock(0) ?? chain.readHead();
    const unsigned = {
      visible: false,
      raw_data: {
        contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
        ref_block_bytes: first.id.slice(12, 16),
        ref_block_hash: first.id.slice(16, 32),
        expiration: chain.readHead().timeMs + LIFE_MS,
        timestamp: first.timeMs + written,
        ...(memo === undefined ? {} : { data: memo }),
      },
    };
    const pb = utils.transaction.txJsonToPb(unsigned);
    const txID = utils.transaction.txPbToTxID(pb).replace("0x", "");
    const rawHex = utils.transaction.txPbToRawDataHex(pb).toLowerCase();
    return utils.crypto.signTransaction(key, { ...unsigned, txID, raw_data_hex: rawHex });
  }

  function send(key: string, contract: TronContract, memo?: string): string {
    const transaction = parseTransaction({ ...write(key, contract, memo) });
    chain.take(transaction);
    sent.set(transaction.txId, transaction);
    return transaction.txId;
  }

  function writePayment(key: string, amountBase: bigint): TronContract {
    const value = {
      owner_address: toHex(readKeyAddress(key) ?? ""),
      to_address: treasury.hex,
      amount: Number(amountBase),
    };
    return { type: "TransferContract", value };
  }

  function connect(
    asked: readonly LabEndpoint[],
    own: Pick<ChainConfig, "treasuryAddress" | "oldTreasuryAddresses" | "signer">,
  ): Promise<Chain> {
    const nodes = asked.map(({ url }) => ({ url, apiKey: null }));
    return createChain(
      TRON,
      { endpoints: nodes, confirmations: CONFIRMATIONS, explorerTx: null, ...own },
      silentLogger,
    );
  }

  chain.fund(treasury.hex, SUN);
  await advance(CONFIRMATIONS);

  return {
    coinType: "tron",
    hasReferences: false,
    hasSeveralTransfers: false,
    amountScale: 1_000n,
    hasBindingIds: true,
    // The first transfer to an address.
    feeBase: 1_100_000n,
    grossBase: 50_000_000n,
    chain,
    nodeUrl,
    endpoints,
    treasury,
    createReceiver: createStranger,
    connect: (...asked) =>
      connect(asked, {
        treasuryAddress: TREASURY,
        oldTreasuryAddresses: [],
        signer: createKeySigner(`0x${TREASURY_KEY}`),
      }),
    connectSuccessor() {
      chain.fund(toHex(SUCCESSOR), SUCCESSOR_BALANCE);
      const signer = createKeySigner(`0x${SUCCESSOR_KEY}`);
      return connect(endpoints, { treasuryAddress: SUCCESSOR, oldTreasuryAddresses: [TREASURY], signer });
    },
    async createWallet() {
      wallets += 1;
      const key = wallets.toString(16).padStart(64, "3");
      const address = readKeyAddress(key) ?? "";
      chain.fund(toHex(address), WALLET_BALANCE);
      return {
        key,
        address,
        hex: toHex(address),
        async sign({ challengeId, message }) {
          return { challengeId, signature: utils.message.signMessage(message, `0x${key}`) };
        },
        async pay(payment, ...others) {
          if (payment === undefined || others.length > 0) throw new Error("one transfer for each transaction");
          return send(key, writePayment(key, payment.amountBase));
        },
        async payUnreadably(amountBase) {
          const txId = send(key, writePayment(key, amountBase));
          unreadable.add(txId);
          return nameUnreadable(sent.get(txId)?.rawHex ?? "");
        },
      };
    },
    send,
    readBalance: (address) => BigInt(chain.readAccount(toHex(address))?.balance ?? 0),
    advance,
    async forget() {
      chain.forgetWaiting();
    },
    async drop(blocks) {
      chain.drop(blocks);
    },
    async sendAgain(txId) {
      const known = sent.get(txId);
      if (known === undefined) throw new Error("no such transaction");
      chain.take(known);
    },
    async adjustTreasury(amountBase) {
      chain.fund(treasury.hex, Number(amountBase));
    },
    createTxId() {
      const key = "5".repeat(64);
      const signed = write(key, writePayment(key, 10_000_000_000n));
      unsent.set(signed.txID, { ...signed, ret: [{ contractRet: "SUCCESS" }] });
      return signed.txID;
    },
    async stop() {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
      server.close();
      server.closeAllConnections();
    },
  };
}
