import { Address, beginCell, Cell, comment, external, loadMessage, storeMessage, toNano } from "@ton/core";
import type { CoinType } from "#domain/coins.ts";
import { TonChain, type TonTransaction } from "#devnet/ton/tonChain.ts";
import type { Chain } from "#server/chains/chain.ts";
import { createChain } from "#server/chains/createChain.ts";
import { TON } from "#server/chains/ton/index.ts";
import { readWallet } from "#server/chains/ton/wallets.ts";
import { hashExternalMessage } from "#server/chains/ton/values.ts";
import { listWallets, type TreasuryWallet } from "#server/chains/ton/wallets.ts";
import { readSeed } from "#server/crypto/ed25519.ts";
import { createSeedSigner } from "#server/signers/signer.ts";
import { silentLogger } from "../silentLogger.ts";
import type { TestClock } from "../testClock.ts";
import type { TonConfig } from "#server/chains/ton/settings.ts";
import type { LabEndpoint, LabWallet, Payment, RotatingLab } from "./chainLab.ts";
import { makeUnreadable, type TonArrivals, TonEndpoint } from "./tonEndpoint.ts";
import { createTonWallet, type TonPayment, type TonWallet, toWireProof } from "./tonWallet.ts";

const CONFIRMATIONS = 3;
const BLOCK_MS = 1_000;
const PROOF_DOMAIN = "hongbao.example";
const TREASURY_SEED = Buffer.alloc(32, 7);
const SUCCESSOR_SEED = Buffer.alloc(32, 8);

export interface TonLabWallet extends LabWallet {
  readonly wallet: TonWallet;
  /** Sends one external message with any payments, and returns its id. */
  send(...payments: readonly TonPayment[]): Promise<string>;
}

/** A coin of the network, as a laboratory of it needs it. */
export interface TonLabCoin {
  readonly coinType: CoinType;
  readonly amountScale?: bigint;
  readonly feeBase: bigint;
  readonly grossBase: bigint;
  /** Blocks from a wallet's message to what it brings the treasury. */
  readonly hops: number;
  /** Puts it on a chain, and says where it arrives. */
  readonly start: (chain: TonChain, treasury: Address) => TonArrivals;
  /** Gives a wallet of a person what it pays with, beside the network's coins. */
  readonly fund: (chain: TonChain, owner: Address) => void;
  readonly writePayment: (payer: Address, treasury: Address, payment: Payment) => TonPayment;
  readonly readBalance: (chain: TonChain, owner: Address) => bigint;
  readonly adjustTreasury: (lab: TonLab, amountBase: bigint) => Promise<void>;
  readonly connect: (config: TonConfig) => Promise<Chain>;
}

/** The network's own coin. */
const GRAM: TonLabCoin = {
  coinType: "ton",
  feeBase: 6_000_000n,
  grossBase: toNano("0.5"),
  hops: 1,
  start: (_, account) => ({
    account,
    lies: {
      reference: (message) => ({ ...message, body: comment("another") }),
      sender: (message, src) =>
        message.info.type === "internal" ? { ...message, info: { ...message.info, src } } : message,
      amount(message) {
        if (message.info.type !== "internal") return message;
        const { value } = message.info;
        return { ...message, info: { ...message.info, value: { ...value, coins: value.coins * 777n } } };
      },
    },
  }),
  fund: () => undefined,
  writePayment: (_, to, { amountBase, reference = null }) => ({ to, amountBase, comment: reference }),
  readBalance(chain, owner) {
    const { account } = chain.readAccount(owner.toRawString(), chain.readHead().seqno).shardAccount;
    return account?.storage.balance.coins ?? 0n;
  },
  async adjustTreasury({ chain, treasury }, amountBase) {
    chain.adjust(treasury.address, amountBase);
  },
  connect: (config) => createChain(TON, config, silentLogger),
};

export interface TonLab extends RotatingLab {
  readonly chain: TonChain;
  readonly endpoints: readonly [TonEndpoint, TonEndpoint];
  readonly treasury: TreasuryWallet;
  createWallet(): Promise<TonLabWallet>;
  /** Opens a wallet that is on the chain. */
  open(wallet: TonWallet): TonLabWallet;
  readBalance(address: string): bigint;
}

export interface TonLabOptions {
  /** Whether the treasury has its code already. */
  isDeployed?: boolean;
  /** The treasury's wallet: that of wallet apps for the test network where it is left out. */
  kind?: "v4r2" | "v5r1";
  /** The coin that is paid: the network's own where it is left out. */
  coin?: TonLabCoin;
  /** From which a block is final: production's default is 1. */
  confirmations?: number;
}

/** A chain of masterchain blocks behind endpoints that can lie. */
export async function startTonLab(
  clock: TestClock,
  { isDeployed = true, kind = "v5r1", coin = GRAM, confirmations = CONFIRMATIONS }: TonLabOptions = {},
): Promise<TonLab> {
  const now = () => Math.floor(clock.now().getTime() / 1_000);
  const chain = await TonChain.create("lab", now());
  const treasury = readTreasury(TREASURY_SEED, kind);
  if (isDeployed) deploy(treasury, toNano(1));
  const unsent = new Map<string, Cell>();
  const unreadable = new Map<string, TonTransaction>();
  const arrivals = coin.start(chain, treasury.address);
  const endpoints = [
    new TonEndpoint(chain, arrivals, unsent, unreadable),
    new TonEndpoint(chain, arrivals, unsent, unreadable),
  ] as const;
  await Promise.all(endpoints.map((endpoint) => endpoint.start(now)));
  /** Messages that wait for the next block, and the wallets that they are for. */
  let waiting: { account: string; message: Cell }[] = [];
  const sent = new Map<string, { account: string; message: Cell }>();
  /** Blocks in which wallets have sent what arrives with the next one. */
  const sending = new Set<number>();
  let wallets = 0;
  let txIds = 0;

  function deploy({ address, init }: TreasuryWallet, balance: bigint): void {
    const { code, data } = init ?? {};
    if (!(code instanceof Cell) || !(data instanceof Cell)) throw new Error("a wallet has code and data");
    chain.fund(address, balance, { code, data });
  }

  /** What was paid arrives with the first of these blocks: its wallets send it in those before. */
  async function advance(blocks: number): Promise<void> {
    if (waiting.length > 0) {
      for (const { message } of waiting) chain.take(message);
      waiting = [];
      for (let hop = 0; hop < coin.hops; hop += 1) await chain.seal(now());
      sending.add(chain.readHead().seqno);
    }
    for (let block = 0; block < blocks; block += 1) {
      clock.advance(BLOCK_MS);
      await chain.seal(now());
    }
  }
  await advance(confirmations);

  function readSeqno(account: string): number {
    const state = chain.readAccount(account, chain.readHead().seqno).shardAccount.account?.storage.state;
    const known = state?.type === "active" ? readWallet(state.state) : null;
    return Number(known?.seqno ?? 0n) + waiting.filter((item) => item.account === account).length;
  }

  function open(wallet: TonWallet): TonLabWallet {
    const { address } = wallet.contract;
    const account = address.toRawString();
    async function send(...payments: readonly TonPayment[]): Promise<string> {
      const message = wallet.write(readSeqno(account), payments);
      const txId = hashExternalMessage(loadMessage(message.beginParse()));
      sent.set(txId, { account, message });
      waiting.push({ account, message });
      return txId;
    }
    return {
      wallet,
      address: address.toString({ bounceable: false }),
      async sign({ challengeId, message }) {
        const proof = wallet.prove({ payload: message, domain: PROOF_DOMAIN, timestamp: now() });
        return { challengeId, tonProof: toWireProof(proof) };
      },
      send,
      pay: (...payments) =>
        send(...payments.map((payment) => coin.writePayment(wallet.contract.address, treasury.address, payment))),
      // What cannot be read is called by its transaction, which a block has to make first.
      async payUnreadably(amountBase) {
        await send(coin.writePayment(wallet.contract.address, treasury.address, { amountBase }));
        await advance(1);
        const paid = chain.listTransactions(arrivals.account.toRawString()).at(-1);
        if (paid === undefined) throw new Error("a payment makes a transaction");
        const told = makeUnreadable(paid);
        unreadable.set(paid.hash, told);
        return told.hash;
      },
    };
  }

  /** Takes payments back with the blocks that they arrived with. */
  async function drop(blocks: number): Promise<void> {
    waiting = [];
    const first = chain.readHead().seqno - blocks;
    const isSent = sending.delete(first);
    await chain.drop(isSent ? blocks + coin.hops : blocks);
  }

  const lab: TonLab = {
    coinType: coin.coinType,
    amountScale: coin.amountScale ?? 1n,
    hasReferences: true,
    hasSeveralTransfers: true,
    feeBase: coin.feeBase,
    grossBase: coin.grossBase,
    chain,
    endpoints,
    treasury,
    createReceiver: (receiver) => nameWallet(createTonWallet(receiver).contract),
    connect: (...asked) => connect(asked, { seed: TREASURY_SEED, wallet: treasury, former: [] }),
    connectSuccessor() {
      const wallet = readTreasury(SUCCESSOR_SEED, kind);
      deploy(wallet, toNano("0.05"));
      return connect(endpoints, { seed: SUCCESSOR_SEED, wallet, former: [treasury] });
    },
    async createWallet() {
      wallets += 1;
      const wallet = createTonWallet(`wallet ${wallets}`);
      chain.fund(wallet.contract.address, toNano(100), wallet.contract.init);
      coin.fund(chain, wallet.contract.address);
      return open(wallet);
    },
    open,
    advance,
    forget: () => drop(1),
    drop,
    async sendAgain(txId) {
      const known = sent.get(txId);
      if (known === undefined) throw new Error("no such transaction");
      waiting.push(known);
    },
    adjustTreasury: (amountBase) => coin.adjustTreasury(lab, amountBase),
    createTxId() {
      txIds += 1;
      const message = external({ to: treasury.address, body: beginCell().storeUint(txIds, 64).endCell() });
      const txId = hashExternalMessage(message);
      unsent.set(txId, beginCell().store(storeMessage(message)).endCell());
      return txId;
    },
    readBalance: (address) => coin.readBalance(chain, Address.parse(address)),
    async stop() {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
    },
  };
  return lab;

  function connect(
    asked: readonly LabEndpoint[],
    { seed, wallet, former }: { seed: Buffer; wallet: TreasuryWallet; former: readonly TreasuryWallet[] },
  ): Promise<Chain> {
    const config = {
      endpoints: asked.map(({ url }) => ({ url, apiKey: null })),
      treasuryAddress: nameWallet(wallet),
      oldTreasuryAddresses: former.map(nameWallet),
      confirmations,
      explorerTx: null,
      proofDomain: PROOF_DOMAIN,
      signer: createSeedSigner(seed),
      wallet,
    };
    return coin.connect(config);
  }
}

function nameWallet({ address }: Pick<TreasuryWallet, "address">): string {
  return address.toString({ bounceable: false });
}

/** The wallet v4r2, or the wallet v5r1 of the test network. */
function readTreasury(seed: Buffer, kind: "v4r2" | "v5r1"): TreasuryWallet {
  const wallet = listWallets(readSeed(seed).publicKey).findLast((known) => known.kind.name === kind);
  if (wallet === undefined) throw new Error("a key has three wallets");
  return wallet;
}
