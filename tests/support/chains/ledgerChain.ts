import { createPublicKey, verify } from "node:crypto";
import { decodeBase58, encodeBase58, toBeArray, zeroPadValue } from "ethers";
import type { Chain } from "#server/chains/chain.ts";
import type { ChainKind } from "#server/chains/chainKind.ts";
import type { ChainReader, ReadPart, ReadTransfer } from "#server/chains/chainReader.ts";
import { createChain } from "#server/chains/createChain.ts";
import type { ChainConfig, SettingSpec, TreasuryKey } from "#server/chains/settings.ts";
import { silentLogger } from "../silentLogger.ts";
import { countLedgers, FINAL_DEPTH, type LedgerApi, type LedgerTransaction } from "./ledgerNode.ts";

/** Transactions that one reading has at most. */
const PAGE = 10;

/** Its coin and wallet type: addresses are Ed25519 keys in base58. */
const SETTINGS: SettingSpec<ChainConfig, TreasuryKey> = {
  coinType: "sol",
  prefix: "LEDGER",
  endpoints: "LEDGER_URLS",
  hasNodeKeys: false,
  hasKms: false,
  algorithm: "ed25519",
  confirmations: FINAL_DEPTH,
  readKey: () => null,
  keyForm: "nothing",
  keyOwner: "",
  publicTreasury: { isRefused: () => false, reason: "" },
  misfits: [],
  complete: (config) => config,
};

interface LedgerReader extends ChainReader {
  readonly node: LedgerApi;
}

/** A chain of ledgers, whose nodes are found by their URLs. */
function describeLedger(nodes: ReadonlyMap<string, LedgerApi>): ChainKind<LedgerReader> {
  return {
    settings: SETTINGS,
    readAccess: null,
    findNetwork: () => ({ id: "ledger:test", name: "Ledger (test)", isLocal: false }),
    nameNetwork: (networkId) => networkId,
    parseTxId: (text) => (readKey(text) === null ? null : text),
    countConfirmations: (position, head) => countLedgers(position, head) + 1,
    createReference: (random) => encodeBase58(random.bytes(32)),
    createReader({ url }) {
      const node = nodes.get(url);
      if (node === undefined) throw new Error("no such node");
      return createReader(node);
    },
    isAnswer: () => false,
    pace: { shortestBlockMs: 1_000, longestFinalityMs: 10_000, longestLandingMs: 0 },
    hasOldBalances: false,
    history: {
      model: "account",
      mostPositions: Number.MAX_SAFE_INTEGER,
      hasAliases: false,
      async readRange({ node }, { after, upTo }) {
        const page = await node.listTransactions(BigInt(after), PAGE);
        const last = page.length === PAGE ? Math.min(Number(page.at(-1)?.position ?? upTo), upTo) : upTo;
        return { ...toPart(page.filter(({ position }) => position <= last)), last };
      },
    },
    omissions: { kind: "none" },
    async open() {
      return {
        proving: {
          kind: "connection",
          write({ address, nonce }) {
            if (address !== null) throw new Error("the wallet names its address with the proof");
            return `ledger ${nonce}`;
          },
          judge: async (payload, { proof, publicKey }, address) => {
            const isProven =
              proof.payload === payload &&
              publicKey === readKey(address)?.toString("hex") &&
              isSigned(writeSignedText(payload, address), address, Buffer.from(proof.signature, "base64"));
            return isProven ? "proven" : "foreign";
          },
        },
        async buildPayment(order) {
          const payment = { ...order, amountBase: String(order.amountBase) };
          const transaction = Buffer.from(JSON.stringify(payment)).toString("base64");
          return { maxFeeBase: 5_000n, signing: { kind: "solana", transaction } };
        },
        payouts: null,
      };
    },
  };
}

/** Ledgers have no hashes: their logical times name them. */
function createReader(node: LedgerApi): LedgerReader {
  const findHeader = async (position: number) => {
    const time = await node.readTime(BigInt(position));
    return time === null ? null : { position, hash: "", time };
  };
  return {
    node,
    readIdentity: () => node.readGenesis(),
    readGenesis: () => node.readGenesis(),
    async readTip() {
      const position = Number((await node.readHead()).position);
      return { position, hash: String(position) };
    },
    readFinal: async () => Number((await node.readHead()).final),
    findHeader,
    readBalance: (address) => node.readBalance(address),
    readCanSign: async () => true,
    async readForConfirmation({ txHash, position }) {
      const header = await findHeader(position);
      if (header === null) throw new Error("it does not reach so far");
      const transaction = await node.readTransaction(txHash);
      const isHere = transaction !== null && transaction.position === BigInt(position);
      return { header, transfers: isHere ? toTransfers(transaction) : [] };
    },
    readTreasury: () => node.readTreasury(),
    readOutgoing: async () => null,
  };
}

function toPart(listed: readonly LedgerTransaction[]): ReadPart {
  return {
    transfers: listed.filter(({ isUnreadable }) => isUnreadable !== true).flatMap(toTransfers),
    unread: listed
      .filter(({ isUnreadable }) => isUnreadable === true)
      .map(({ id, position }) => ({ txHash: id, position, reason: "a form that is not known" })),
  };
}

function toTransfers({ id, from, outputs, position, time }: LedgerTransaction): ReadTransfer[] {
  return outputs.map(({ amountBase, reference }, index) => {
    return { txHash: id, index, from, amountBase, reference, position, ref: null, time, alias: null };
  });
}

/** Connects to a chain of ledgers. */
export function connectLedger(nodes: readonly LedgerApi[], treasuryAddress: string): Promise<Chain> {
  const byUrl = new Map(nodes.map((node, place) => [`http://ledger${place}.example/`, node]));
  const config: ChainConfig = {
    endpoints: [...byUrl.keys()].map((url) => ({ url, apiKey: null })),
    treasuryAddress,
    oldTreasuryAddresses: [],
    confirmations: FINAL_DEPTH,
    explorerTx: null,
    signer: null,
  };
  return createChain(describeLedger(byUrl), config, silentLogger);
}

/** The text that a wallet signs. */
export function writeSignedText(challenge: string, address: string): string {
  return `${challenge} of ${address}`;
}

/** Decodes 32 bytes in base58, or null for any other text. */
function readKey(text: string): Buffer | null {
  try {
    const bytes = Buffer.from(zeroPadValue(toBeArray(decodeBase58(text)), 32).slice(2), "hex");
    return encodeBase58(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

function isSigned(text: string, address: string, signature: Buffer): boolean {
  try {
    const x = readKey(address)?.toString("base64url") ?? "";
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    return false;
  }
}
