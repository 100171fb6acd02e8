import type { Chain, ChainTransfer } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import { judgeEthereumProof } from "#server/chains/ethereum/proof.ts";
import { buildPayment } from "#server/chains/ethereum/sign.ts";
import { describeFacts, parsePayer } from "#server/chains/facts.ts";
import type { PayoutRoute } from "#server/chains/payoutRoute.ts";
import { writeSignInText } from "#server/chains/proving.ts";
import type { Clock } from "#server/clock.ts";

const CHAIN_ID = 31_337;
const TREASURY = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
const FEES = { maxFeePerGas: 2n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n };

/** What a test changes. */
export interface MemoryChainState {
  /** Wei per checksum address. */
  balances: Map<string, bigint>;
  /** Checksum addresses with code of their own. */
  contracts: Set<string>;
  /** Checksum addresses whose proofs have a wrong time. */
  wrongClocks: Set<string>;
  isChainDown: boolean;
}

export interface MemoryChain extends Omit<Chain, "payouts"> {
  /** Null while nothing can be signed. */
  payouts: PayoutRoute | null;
  /** Adds a block with a transfer to the treasury, and returns its id. */
  pay(from: string, amountBase: bigint): string;
  /** Adds a block with several, and returns their ids. */
  payTogether(payments: readonly MemoryPayment[]): string[];
}

interface MemoryPayment {
  from: string;
  amountBase: bigint;
}

interface MemoryBlock {
  ref: string;
  time: Date;
  transfers: readonly ChainTransfer[];
}

/** Ethereum in memory, for what asks a chain and does not test it. Every block is final. */
export function createMemoryChain(state: MemoryChainState, clock: Clock, confirmations: number): MemoryChain {
  const blocks: MemoryBlock[] = [];
  const answer = async <T>(read: () => T): Promise<T> => {
    if (state.isChainDown) throw new ChainUnavailable("eth");
    return read();
  };
  const readNewest = () => BigInt(blocks.length - 1);
  const readBlock = (position: bigint) => {
    const block = blocks[Number(position)];
    if (block === undefined) throw new ChainUnavailable("eth");
    return block;
  };
  const listTransfers = (first: bigint, last: bigint) =>
    blocks.slice(Number(first), Number(last) + 1).flatMap(({ transfers }) => transfers);
  function mine(payments: readonly MemoryPayment[]): string[] {
    const place = blocks.length;
    const toHash = (kind: string) => `0x${Buffer.from(`${kind}${place}`).toString("hex").padStart(64, "0")}`;
    const block = { position: BigInt(place), ref: toHash("b"), time: clock.now() };
    const transfers = payments.map((payment, index) => {
      const txHash = toHash(index === 0 ? "t" : `t${index} `);
      return { ...payment, ...block, txHash, index: 0, reference: null };
    });
    blocks.push({ ...block, transfers });
    return transfers.map(({ txHash }) => txHash);
  }
  mine([]);

  const facts = describeFacts(ETHEREUM, {
    endpoints: [],
    treasuryAddress: TREASURY,
    oldTreasuryAddresses: [],
    confirmations,
    explorerTx: null,
    signer: null,
  });
  const network = { id: `eip155:${CHAIN_ID}`, name: "Test chain" };
  return {
    ...facts,
    network,
    isLocal: true,
    bringsAddressWithProof: false,
    createReference: null,
    omitted: { kind: "none" },
    strays: [],
    payouts: null,
    readFuel: null,
    jettonMaster: null,
    pay: (from, amountBase) => mine([{ from, amountBase }])[0] ?? "",
    payTogether: mine,
    parsePayer: (text) => parsePayer(text, facts, network.id),
    canSign: (address) => answer(() => !state.contracts.has(address)),
    writeChallenge: ({ address, ...values }) =>
      writeSignInText({ ...values, address: address ?? "" }, { chainName: "Ethereum", chainId: String(CHAIN_ID) }),
    judgeProof: async (challenge, { signature }, address) => {
      const verdict = judgeEthereumProof(challenge, signature ?? "", address);
      return verdict === "proven" && state.wrongClocks.has(address) ? "clockOff" : verdict;
    },
    buildPayment: (order) => answer(() => buildPayment(order, { fees: FEES, gas: 21_000n, chainId: CHAIN_ID })),
    readBalance: (address) => answer(() => state.balances.get(address) ?? 0n),
    readHead: () => answer(() => ({ position: readNewest(), time: clock.now() })),
    readStrictestHead: () => answer(() => ({ kind: "head", position: Number(readNewest()), beyond: null }) as const),
    isFunded: (address) => answer(() => (state.balances.get(address) ?? 0n) > 0n),
    readFinal: () => answer(readNewest),
    readRefAt: (position) => answer(() => blocks[Number(position)]?.ref ?? null),
    readGenesis: () => answer(() => readBlock(0n).ref),
    createScanner: () => ({
      read: (settled) =>
        answer(() => {
          const [first, last] = [settled + 1n, readNewest()];
          const transfers = listTransfers(first, last);
          return { kind: "part", first, last, head: last, transfers, unread: [], final: last, hasMore: false };
        }),
      commit: () => undefined,
      invalidateHead: () => undefined,
      reset: () => undefined,
    }),
    listArrivals: ({ after, upTo }) =>
      answer(() => ({ agreed: listTransfers(after + 1n, upTo), disputed: [], unread: [], last: upTo })),
    readAgain: ({ txHash, positions }) =>
      answer(() => ({
        agreed: positions.flatMap((position) =>
          listTransfers(position, position).filter((transfer) => transfer.txHash === txHash),
        ),
        disputed: [],
        unread: [],
      })),
    confirmPosition: (position) =>
      answer(() => {
        const { ref, time } = readBlock(position);
        return { kind: "agreed", ref, time };
      }),
    readOutgoing: () => answer(() => ({ kind: "agreed", transaction: null })),
    readTreasury: (position) =>
      answer(() => {
        const transfers = listTransfers(0n, position);
        return { position, balanceBase: transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n) };
      }),
  };
}

/** Payouts that are signed and never land. */
export function createIdlePayouts(state: MemoryChainState): PayoutRoute {
  const feeBase = 10n ** 12n;
  return {
    model: "nonce",
    senderKey: TREASURY.toLowerCase(),
    async prepare({ to }) {
      if (state.isChainDown) throw new ChainUnavailable("eth");
      if (state.contracts.has(to)) return null;
      return {
        offer: { offeredBase: feeBase, leastBase: feeBase },
        replacementLeastBase: () => feeBase,
        sign: async () => ({ txHash: `0x${"cd".repeat(32)}`, raw: new Uint8Array([1]), maxFeeBase: feeBase }),
      };
    },
    readSender: async () => [{ balanceBase: 10n ** 20n, nextNonce: 0n, finalNonce: 0n, finalPosition: 0n }],
    broadcast: async () => undefined,
    findTransaction: async () => ({ kind: "waiting" }),
  };
}
