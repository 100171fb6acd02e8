import { computeAddress, id, parseEther, toQuantity, Wallet } from "ethers";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import { type Anvil, startAnvil } from "../anvil.ts";
import { changeBlocks, changeTransactions, type Fields, inflateAmount, inventTransaction, leaveOut } from "../lies.ts";
import { type LyingEndpoint, startLyingEndpoint, type Lie as RpcLie } from "../lyingEndpoint.ts";
import { createKeySigner } from "#server/signers/signer.ts";
import { silentLogger } from "../silentLogger.ts";
import type { TestClock } from "../testClock.ts";
import type { ChainLab, LabEndpoint, Lie } from "./chainLab.ts";

const TREASURY_KEY = `0x${"7".repeat(64)}`;
const TREASURY = computeAddress(TREASURY_KEY);
const WALLET_BALANCE = parseEther("100");
const CONFIRMATIONS = 3;
const DAY_S = 86_400;

export interface EthereumLab extends ChainLab {
  readonly anvil: Anvil;
  readonly endpoints: readonly [EthereumEndpoint, EthereumEndpoint];
  readonly treasury: Wallet;
}

class EthereumEndpoint implements LabEndpoint {
  readonly #endpoint: LyingEndpoint;
  readonly #unreadable: ReadonlySet<string>;

  constructor(endpoint: LyingEndpoint, unreadable: ReadonlySet<string>) {
    this.#endpoint = endpoint;
    this.#unreadable = unreadable;
    this.setLie(null);
  }

  get url(): string {
    return this.#endpoint.url;
  }

  setLie(lie: Lie | null): void {
    this.#endpoint.lie = lie === null ? this.#writeUnreadable : toRpcLie(lie);
  }

  /** A lie that no other chain has. */
  setRpcLie(lie: RpcLie): void {
    this.#endpoint.lie = lie;
  }

  setAway(isAway: boolean): void {
    this.#endpoint.isDead = isAway;
  }

  stop(): Promise<void> {
    return this.#endpoint.stop();
  }

  /** Their value is more than 256 bits hold, as of a kind of transaction that is not known yet. */
  readonly #writeUnreadable = changeTransactions((transaction) =>
    this.#unreadable.has(String(transaction["hash"])) ? { ...transaction, value: `0x1${"0".repeat(80)}` } : transaction,
  );
}

/** Anvil behind proxies that can lie. */
export async function startEthereumLab(clock: TestClock): Promise<EthereumLab> {
  const anvil = await startAnvil(clock);
  await anvil.mine(CONFIRMATIONS);
  const unreadable = new Set<string>();
  const endpoints = [
    new EthereumEndpoint(await startLyingEndpoint(anvil.rpcUrl), unreadable),
    new EthereumEndpoint(await startLyingEndpoint(anvil.rpcUrl), unreadable),
  ] as const;
  /** Signed transactions by their hash. */
  const sent = new Map<string, string>();
  let txIds = 0;
  const setBalance = (address: string, amountBase: bigint) =>
    anvil.call("anvil_setBalance", [address, toQuantity(amountBase)]);
  const readBalance = async (address: string) =>
    BigInt(String(await anvil.call("eth_getBalance", [address, "latest"])));

  return {
    coinType: "eth",
    hasReferences: false,
    hasSeveralTransfers: false,
    // Several times what a transfer costs on a calm chain.
    feeBase: parseEther("0.001"),
    grossBase: parseEther("0.5"),
    anvil,
    endpoints,
    treasury: new Wallet(TREASURY_KEY),
    createReceiver: (receiver) => computeAddress(id(receiver)),
    readBalance,
    connect(...asked) {
      const config = {
        endpoints: asked.map(({ url }) => ({ url, apiKey: null })),
        treasuryAddress: TREASURY,
        oldTreasuryAddresses: [],
        confirmations: CONFIRMATIONS,
        explorerTx: null,
        signer: createKeySigner(TREASURY_KEY),
      };
      return createChain(ETHEREUM, config, silentLogger);
    },
    async createWallet() {
      const wallet = new Wallet(Wallet.createRandom().privateKey);
      await setBalance(wallet.address, WALLET_BALANCE);
      return {
        address: wallet.address,
        async sign({ challengeId, message }) {
          return { challengeId, signature: await wallet.signMessage(message) };
        },
        async pay(payment, ...others) {
          if (payment === undefined || others.length > 0) throw new Error("one transfer for each transaction");
          const txHash = await anvil.pay(wallet, TREASURY, payment.amountBase);
          sent.set(txHash, String(await anvil.call("eth_getRawTransactionByHash", [txHash])));
          return txHash;
        },
        async payUnreadably(amountBase) {
          const txHash = await anvil.pay(wallet, TREASURY, amountBase);
          unreadable.add(txHash);
          return txHash;
        },
      };
    },
    advance: (blocks) => anvil.mine(blocks),
    async forget() {
      await anvil.call("anvil_dropAllTransactions", []);
    },
    async drop(blocks) {
      await anvil.dropBlocks(blocks);
      await anvil.call("anvil_dropAllTransactions", []);
    },
    async sendAgain(txId) {
      await anvil.call("eth_sendRawTransaction", [sent.get(txId)]);
    },
    async adjustTreasury(amountBase) {
      await setBalance(TREASURY, (await readBalance(TREASURY)) + amountBase);
    },
    createTxId() {
      txIds += 1;
      return `0x${txIds.toString(16).padStart(64, "e")}`;
    },
    async stop() {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
      await anvil.stop();
    },
  };
}

function toRpcLie(lie: Lie): RpcLie {
  switch (lie.kind) {
    case "amount":
      return changeTransactions((transaction) =>
        transaction["hash"] === lie.txId ? inflateAmount(transaction) : transaction,
      );
    case "sender":
      return changeTransactions((transaction) => {
        if (transaction["hash"] !== lie.txId) return transaction;
        // Without a signature, only the second endpoint exposes the lie.
        const { r: _r, s: _s, ...unsigned } = transaction;
        return { ...unsigned, from: computeAddress(`0x${"5".repeat(64)}`) };
      });
    case "unlisted":
      return leaveOut(lie.txId);
    case "invented":
      return inventTransaction(lie.like, lie.txId);
    case "laterTimes":
      return changeBlocks((block) => ({ ...block, timestamp: toQuantity(Number(block["timestamp"]) + DAY_S) }));
    case "ahead":
      return goOn(true);
    case "farAhead":
      return goOn(false);
    case "behind":
      return stayBehind(lie.blocks);
    case "reference":
      throw new Error("Ethereum has no references");
  }
}

/** Adds invented blocks to the chain: to that of now, where it is a fork. */
function goOn(isFork: boolean): RpcLie {
  let tip: number | null = null;
  const invent = (number: number) => `0x${number.toString(16).padStart(64, "f")}`;
  return async ({ method, params }, honest, ask) => {
    if (method !== "eth_getBlockByNumber") return honest;
    if (tip === null || !isFork) tip = Number(await ask("eth_blockNumber", []));
    const isTag = params[0] === "latest" || params[0] === "finalized";
    const number = isTag ? tip + 40 : Number(params[0]);
    if (number <= tip) return honest;
    const model = (await ask(method, [toQuantity(tip), false])) as Fields;
    const hashes = { hash: invent(number), parentHash: number === tip + 1 ? model["hash"] : invent(number - 1) };
    return { result: { ...model, ...hashes, number: toQuantity(number), transactions: [] } };
  };
}

/** Removes the newest blocks from the chain. */
function stayBehind(blocks: number): RpcLie {
  return async ({ method, params }, honest, ask) => {
    if (method !== "eth_getBlockByNumber") return honest;
    const tip = Number(await ask("eth_blockNumber", [])) - blocks;
    if (params[0] === "latest") return { result: await ask(method, [toQuantity(tip), params[1]]) };
    if (params[0] === "finalized") return { result: await ask(method, [toQuantity(tip - 2), params[1]]) };
    return Number(params[0]) > tip ? { result: null } : honest;
  };
}
