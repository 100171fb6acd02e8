import { createPublicKey, verify } from "node:crypto";
import { decodeBase58, encodeBase58, toBeArray, zeroPadValue } from "ethers";
import type {
  Chain,
  ChainFacts,
  ChainTransfer,
  RangeReading,
  Scan,
  Scanner,
  TransferConfirmation,
} from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { uniteReadings } from "#server/chains/uniteReadings.ts";
import { countLedgers, FINAL_DEPTH, type LedgerApi, type LedgerTransaction } from "./ledgerNode.ts";

/** Its coin and wallet type: addresses are Ed25519 keys in base58. */
const COIN = "sol";
/** Transactions per step of the scanner. */
const PAGE = 10;

type Read<T> = (endpoint: LedgerApi) => Promise<T>;

/** Several endpoints behind one call; the last one that answered is asked first. */
class EndpointGroup {
  readonly #endpoints: readonly LedgerApi[];
  #preferred = 0;

  constructor(endpoints: readonly LedgerApi[]) {
    this.#endpoints = endpoints;
  }

  async askOne<T>(read: Read<T>): Promise<T> {
    const [answer] = await this.#ask(1, read);
    if (answer === undefined) throw new ChainUnavailable(COIN);
    this.#preferred = answer.place;
    return answer.value;
  }

  async askTwo<T>(read: Read<T>): Promise<readonly T[]> {
    const answers = await this.#ask(Math.min(2, this.#endpoints.length), read);
    return answers.map(({ value }) => value);
  }

  async #ask<T>(count: number, read: Read<T>): Promise<{ place: number; value: T }[]> {
    const answers: { place: number; value: T }[] = [];
    let failure: unknown;
    for (let step = 0; step < this.#endpoints.length && answers.length < count; step += 1) {
      const place = (this.#preferred + step) % this.#endpoints.length;
      const endpoint = this.#endpoints[place];
      if (endpoint === undefined) break;
      try {
        answers.push({ place, value: await read(endpoint) });
      } catch (error) {
        failure = error;
      }
    }
    if (answers.length < count) throw new ChainUnavailable(COIN, failure);
    return answers;
  }
}

/**
 * Reads the treasury's transactions page by page, always from the settled position: the chain does not report what was
 * replaced.
 */
class LedgerScanner implements Scanner {
  readonly #group: EndpointGroup;
  /** Several steps toward one head. */
  #walk: { tip: bigint; head: bigint; final: bigint } | null = null;
  #read: { last: bigint; hasMore: boolean } | null = null;
  /** The positions kept in these steps. */
  #kept: { first: bigint; last: bigint } | null = null;

  constructor(group: EndpointGroup) {
    this.#group = group;
  }

  async read(settled: bigint): Promise<Scan> {
    this.#read = null;
    const walk = this.#walk ?? (await this.#start(settled));
    if (walk.head < settled) {
      this.startOver();
      return { kind: "shorter", head: walk.head };
    }
    this.#walk = walk;
    const { tip, head, final } = walk;
    const page = await this.#group.askOne((endpoint) => endpoint.listTransactions(tip, PAGE));
    const hasMore = page.length === PAGE;
    const last = hasMore ? (page.at(-1)?.position ?? head) : head;
    this.#read = { last, hasMore };
    return {
      kind: "part",
      first: tip + 1n,
      last,
      head,
      ...toReading(page.filter(({ position }) => position <= last)),
      final: final < last ? final : last,
      hasMore,
    };
  }

  keep(): void {
    if (this.#read === null || this.#walk === null) return;
    const { last, hasMore } = this.#read;
    this.#read = null;
    this.#kept = { first: this.#kept?.first ?? this.#walk.tip + 1n, last };
    this.#walk = hasMore ? { ...this.#walk, tip: last } : null;
  }

  readRef(position: bigint): null | undefined {
    if (this.#kept === null) return undefined;
    return position >= this.#kept.first && position <= this.#kept.last ? null : undefined;
  }

  lookAgain(): void {
    this.#walk = null;
    this.#read = null;
  }

  startOver(): void {
    this.#kept = null;
    this.lookAgain();
  }

  async #start(settled: bigint): Promise<{ tip: bigint; head: bigint; final: bigint }> {
    const { position: head, final } = await this.#group.askOne(async (endpoint) => {
      const read = await endpoint.readHead();
      if (read.position < settled) throw new Error("its newest ledger is before the settled one");
      return read;
    });
    this.#kept = null;
    return { tip: settled, head, final };
  }
}

function toReading(listed: readonly LedgerTransaction[]): RangeReading {
  return {
    transfers: listed.filter(({ isUnreadable }) => isUnreadable !== true).flatMap(toTransfers),
    unread: listed
      .filter(({ isUnreadable }) => isUnreadable === true)
      .map(({ id, position }) => ({ txHash: id, position, reason: "a form that is not known" })),
  };
}

function toTransfers({ id, from, outputs, position, time }: LedgerTransaction): ChainTransfer[] {
  return outputs.map(({ amountBase, reference }, index) => {
    return { txHash: id, index, from, amountBase, reference, position, ref: null, time };
  });
}

/** Connects to a chain of ledgers. */
export async function connectLedger(endpoints: readonly LedgerApi[], treasuryAddress: string): Promise<Chain> {
  const group = new EndpointGroup(endpoints);
  await group.askOne((endpoint) => endpoint.readGenesis());
  return {
    ...readLedgerFacts(treasuryAddress),
    network: { id: "ledger:test", name: "Ledger (test)" },
    isLocal: false,

    parsePayer(text) {
      const address = text.trim();
      const isKey = readKey(address) !== null && address !== treasuryAddress;
      return isKey ? { address, addressKey: address } : null;
    },
    payouts: null,
    canSign: async () => true,
    bringsAddressWithProof: true,
    writeChallenge({ address, nonce }) {
      if (address !== null) throw new Error("the wallet names its address with the proof");
      return `ledger ${nonce}`;
    },
    isProof: async (challenge, { tonProof }, address) =>
      tonProof !== undefined &&
      tonProof.proof.payload === challenge &&
      tonProof.publicKey === readKey(address)?.toString("hex") &&
      isSigned(writeSignedText(challenge, address), address, Buffer.from(tonProof.proof.signature, "base64")),

    createReference: (random) => encodeBase58(random.bytes(32)),
    buildPayment: async (order) => {
      const payment = { ...order, amountBase: String(order.amountBase) };
      const transaction = Buffer.from(JSON.stringify(payment)).toString("base64");
      return { maxFeeBase: 5_000n, signing: { kind: "solana", transaction } };
    },
    readBalance: (address) => group.askOne((endpoint) => endpoint.readBalance(address)),

    readHead: async () => {
      const { position, time } = await group.askOne((endpoint) => endpoint.readHead());
      return { position, time };
    },
    createScanner: () => new LedgerScanner(group),
    async readFinal() {
      const finals = await group.askTwo(async (endpoint) => (await endpoint.readHead()).final);
      return finals.reduce((least, final) => (final < least ? final : least));
    },
    async listArrivals({ after, upTo }) {
      const pages = await group.askTwo((endpoint) => endpoint.listTransactions(after, PAGE));
      const ends = pages.map((page) => (page.length === PAGE ? (page.at(-1)?.position ?? upTo) : upTo));
      const last = ends.reduce((least, end) => (end < least ? end : least), upTo);
      const inRange = pages.map((page) => page.filter(({ position }) => position <= last));
      return { ...uniteReadings(inRange.map(toReading)), last };
    },
    async confirmTransfer({ txHash, index, position }) {
      const readings = await group.askTwo(async (endpoint) => {
        if ((await endpoint.readHead()).final < position) throw new Error("it is not final there yet");
        const transaction = await endpoint.readTransaction(txHash);
        const isHere = transaction !== null && transaction.position === position;
        return isHere ? (toTransfers(transaction)[index] ?? null) : null;
      });
      return compareTransfers(readings);
    },
    async confirmPosition(position) {
      const times = await group.askTwo(async (endpoint) => {
        const time = await endpoint.readTime(position);
        if (time === null) throw new Error("it does not reach so far");
        return time;
      });
      const [time = new Date(Number.NaN)] = times;
      const isAgreed = times.every((other) => other.getTime() === time.getTime());
      return isAgreed ? { kind: "agreed", ref: null, time } : { kind: "disputed", reason: "other times" };
    },
    readRefAt: async () => null,
    readGenesis: () => group.askOne((endpoint) => endpoint.readGenesis()),
    async readTreasury() {
      const [first, ...others] = await group.askTwo((endpoint) => endpoint.readTreasury());
      if (first === undefined) return null;
      const isAgreed = others.every(
        (other) => other.position === first.position && other.balanceBase === first.balanceBase,
      );
      return isAgreed ? first : null;
    },
  };
}

function readLedgerFacts(treasuryAddress: string): ChainFacts {
  return {
    coinType: COIN,
    treasuryAddress,
    oldTreasuryAddresses: [],
    confirmations: FINAL_DEPTH,
    explorerTx: null,
    settings: { endpoints: "LEDGER_URLS", treasury: "LEDGER_TREASURY", oldTreasuries: "LEDGER_OLD_TREASURIES" },
    nameNetwork: (networkId) => networkId,
    parseTxId: (text) => (readKey(text) === null ? null : text),
    countConfirmations: (position, head) => countLedgers(position, head) + 1,
  };
}

function compareTransfers(readings: readonly (ChainTransfer | null)[]): TransferConfirmation {
  const described = readings.map((transfer) =>
    transfer === null
      ? "no transfer"
      : [transfer.amountBase, transfer.from, transfer.reference, transfer.time.getTime()].join(" "),
  );
  if (new Set(described).size > 1) return { kind: "disputed", reason: described.join(" against ") };
  return { kind: "agreed", ref: null, transfer: readings[0] ?? null };
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
