import type {
  Chain,
  ChainTransfer,
  Head,
  Holding,
  ListedRange,
  OutgoingReading,
  PayableOrder,
  PaymentTerms,
  PositionConfirmation,
  Scan,
  Scanner,
  TransferConfirmation,
} from "#server/chains/chain.ts";
import type { PayoutRoute, SignedPayout } from "#server/chains/payoutRoute.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import { describeFacts, parsePayer } from "#server/chains/facts.ts";
import { isEthereumProof } from "#server/chains/ethereum/proof.ts";
import { buildPayment } from "#server/chains/ethereum/sign.ts";
import { writeSignInText } from "#server/chains/signInText.ts";

const CHAIN_ID = 31_337;
const TREASURY = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

interface TestBlock {
  ref: string;
  time: Date;
  transfers: readonly ChainTransfer[];
}

/** A chain in memory whose every block is final, and that can be unreachable. */
export class TestChain implements Chain {
  readonly coinType = "eth";
  readonly network = { id: `eip155:${CHAIN_ID}`, name: "Ethereum (local)" };
  readonly isLocal = true;
  readonly treasuryAddress = TREASURY;
  readonly oldTreasuryAddresses = [];
  readonly confirmations = 1;
  readonly explorerTx = null;
  readonly bringsAddressWithProof = false;
  readonly createReference = null;
  readonly omitted = { kind: "none" } as const;
  /** null while nothing can be signed. */
  payouts: PayoutRoute | null = {
    model: "nonce",
    senderKey: TREASURY.toLowerCase(),
    prepare: async ({ to }) => {
      this.#reach();
      if (this.contracts.has(to.toLowerCase())) return null;
      const feeBase = 10n ** 12n;
      return {
        offer: { offeredBase: feeBase, leastBase: feeBase },
        replacementLeastBase: () => feeBase,
        sign: async () => this.#sign(),
      };
    },
    readSender: async () => [{ balanceBase: 10n ** 20n, nextNonce: 0n, finalNonce: 0n, finalPosition: 0n }],
    broadcast: async () => undefined,
    findTransaction: async () => ({ kind: "waiting" }),
  };
  readonly settings: Chain["settings"];
  readonly nameNetwork: Chain["nameNetwork"];
  readonly parseTxId: Chain["parseTxId"];
  readonly countConfirmations: Chain["countConfirmations"];
  readonly balances = new Map<string, bigint>();
  /** Lower-case addresses of contracts. */
  readonly contracts = new Set<string>();
  isReachable = true;
  readonly #now: () => Date;
  readonly #blocks: TestBlock[] = [];

  constructor(now: () => Date) {
    const facts = describeFacts(ETHEREUM, {
      endpoints: [],
      treasuryAddress: TREASURY,
      oldTreasuryAddresses: [],
      confirmations: 1,
      explorerTx: null,
      signer: null,
    });
    this.settings = facts.settings;
    this.nameNetwork = facts.nameNetwork;
    this.parseTxId = facts.parseTxId;
    this.countConfirmations = facts.countConfirmations;
    this.#now = now;
    this.#mine(null);
  }

  /** Mines a block with a transfer to the treasury and returns its hash. */
  pay(from: string, amountBase: bigint): string {
    return this.#mine({ from, amountBase });
  }

  #sign(): SignedPayout {
    return { txHash: `0x${"cd".repeat(32)}`, raw: new Uint8Array([1]), maxFeeBase: 10n ** 12n };
  }

  parsePayer(text: string) {
    return parsePayer(text, this, this.network.id);
  }

  async canSign(address: string): Promise<boolean> {
    this.#reach();
    return !this.contracts.has(address.toLowerCase());
  }

  writeChallenge({ address, ...values }: Parameters<Chain["writeChallenge"]>[0]): string {
    return writeSignInText({ ...values, address: address ?? "" }, { chainName: "Ethereum", chainId: String(CHAIN_ID) });
  }

  async isProof(challenge: string, { signature }: Parameters<Chain["isProof"]>[1], address: string): Promise<boolean> {
    return isEthereumProof(challenge, signature ?? "", address);
  }

  async buildPayment(order: PayableOrder): Promise<PaymentTerms> {
    this.#reach();
    const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
    return buildPayment(order, { fees, gas: 21_000n, chainId: CHAIN_ID });
  }

  async readBalance(address: string): Promise<bigint> {
    this.#reach();
    return this.balances.get(address.toLowerCase()) ?? 0n;
  }

  async readHead(): Promise<Head> {
    this.#reach();
    const newest = this.#blocks.at(-1);
    if (newest === undefined) throw new Error("an empty chain");
    return { position: this.#newest(), time: newest.time };
  }

  createScanner(): Scanner {
    return {
      read: (settled) => this.#scan(settled),
      commit: () => undefined,
      readRef: (position) => this.#blocks[Number(position)]?.ref,
      invalidateHead: () => undefined,
      reset: () => undefined,
    };
  }

  async readFinal(): Promise<bigint> {
    this.#reach();
    return this.#newest();
  }

  async listArrivals({ after, upTo }: { after: bigint; upTo: bigint }): Promise<ListedRange> {
    const transfers = this.#blocks.slice(Number(after) + 1, Number(upTo) + 1).flatMap((block) => block.transfers);
    return { transfers, unread: [], last: upTo };
  }

  async confirmTransfer({ txHash, position }: { txHash: string; position: bigint }): Promise<TransferConfirmation> {
    const { ref, transfers } = this.#readBlock(position);
    return { kind: "agreed", ref, transfer: transfers.find((candidate) => candidate.txHash === txHash) ?? null };
  }

  async confirmPosition(position: bigint): Promise<PositionConfirmation> {
    const { ref, time } = this.#readBlock(position);
    return { kind: "agreed", ref, time };
  }

  async readRefAt(position: bigint): Promise<string | null> {
    this.#reach();
    return this.#blocks[Number(position)]?.ref ?? null;
  }

  async readGenesis(): Promise<string> {
    return this.#readBlock(0n).ref;
  }

  async readOutgoing(): Promise<OutgoingReading> {
    return { kind: "agreed", transaction: null };
  }

  async readTreasury(position: bigint): Promise<Holding> {
    this.#reach();
    const transfers = this.#blocks.slice(0, Number(position) + 1).flatMap((block) => block.transfers);
    return { position, balanceBase: transfers.reduce((sum, transfer) => sum + transfer.amountBase, 0n) };
  }

  async #scan(settled: bigint): Promise<Scan> {
    this.#reach();
    const [first, last] = [settled + 1n, this.#newest()];
    const transfers = this.#blocks.slice(Number(first)).flatMap((block) => block.transfers);
    return { kind: "part", first, last, head: last, transfers, unread: [], final: last, hasMore: false };
  }

  #newest(): bigint {
    return BigInt(this.#blocks.length - 1);
  }

  #readBlock(position: bigint): TestBlock {
    this.#reach();
    const block = this.#blocks[Number(position)];
    if (block === undefined) throw new ChainUnavailable("eth");
    return block;
  }

  #reach(): void {
    if (!this.isReachable) throw new ChainUnavailable("eth");
  }

  #mine(transfer: { from: string; amountBase: bigint } | null): string {
    const place = this.#blocks.length;
    const toHash = (kind: string) => `0x${Buffer.from(`${kind}${place}`).toString("hex").padStart(64, "0")}`;
    const block = { position: BigInt(place), ref: toHash("b"), time: this.#now() };
    const txHash = toHash("t");
    const transfers = transfer === null ? [] : [{ ...transfer, ...block, txHash, index: 0, reference: null }];
    this.#blocks.push({ ...block, transfers });
    return txHash;
  }
}
