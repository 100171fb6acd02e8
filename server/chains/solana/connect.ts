import type { Logger } from "#server/logger.ts";
import type { Chain } from "../chain.ts";
import { orUnavailable } from "../chainUnavailable.ts";
import { compareHeaders, compareReadings } from "../compareHeads.ts";
import { compareOutgoing } from "../compareOutgoing.ts";
import { HeadScanner, type TransferSource } from "../headScanner.ts";
import { keepBriefly } from "../keepBriefly.ts";
import { readReaching } from "../readReaching.ts";
import { readOrSetAside } from "../setAside.ts";
import { uniteReadings } from "../uniteReadings.ts";
import { readPayerAddress } from "./address.ts";
import type { ChainConfig } from "../settings.ts";
import { describeHeader, readAgain } from "./confirm.ts";
import { readSolanaFacts } from "./facts.ts";
import { formatNetworkId, isPublicGenesis } from "./networkId.ts";
import { buildPayment } from "./payment.ts";
import { createSolanaPayouts } from "./payouts.ts";
import { isSolanaProof } from "./proof.ts";
import { writeProofText } from "./proofText.ts";
import { readAccountKind } from "./readAccount.ts";
import { createArrivalReader, findArrivals } from "./readArrivals.ts";
import { readHead, readHeader } from "./readBlock.ts";
import { readOutgoing } from "./readOutgoing.ts";
import { readBalance, readTreasuryAt } from "./readTreasury.ts";
import { createSolanaReference } from "./reference.ts";
import { connectPool, type Call, type Read } from "./pool.ts";

/** How long balances and kinds of accounts are cached; screens read them often. */
const KEPT_MS = 3_000;
/** Slots that one step of the scanner reads at most. */
const PART_SLOTS = 20_000;
/** Addresses in the cache at most. */
const MAX_KEPT = 10_000;

/** Connects to the chain behind `config.endpoints`. Rejects if none answers or they belong to different chains. */
export async function connectSolana(config: ChainConfig, logger: Pick<Logger, "warn">): Promise<Chain> {
  const pool = await connectPool(config.endpoints, logger);
  const genesis = pool.identity;
  const facts = readSolanaFacts(config);
  const { treasuryAddress: treasury, oldTreasuryAddresses, confirmations, signer } = config;
  const treasuries: ReadonlySet<string> = new Set([treasury, ...oldTreasuryAddresses]);
  const networkId = formatNetworkId(genesis);
  const isLocal = !isPublicGenesis(genesis);

  const answer = <T>(asked: Promise<T>) => orUnavailable("sol", asked);
  const askOne = <T>(read: Read<T>) => answer(pool.ask(read));
  const askTwo = <T>(read: Read<T>) => answer(pool.askTwo(read));

  const findBalance = keepBriefly(KEPT_MS, MAX_KEPT, (address) =>
    pool.ask((call) => readBalance(call, address, "confirmed")),
  );
  const findKind = keepBriefly(KEPT_MS, MAX_KEPT, (address) => pool.ask((call) => readAccountKind(call, address)));

  const readArrivals = createArrivalReader(treasuries);

  async function readScannedHead(call: Call) {
    const { slot, blockhash, final } = await readHead(call, confirmations);
    return { position: slot, hash: blockhash, final };
  }

  const source: TransferSource = {
    readHead: (least) =>
      readReaching({ askOne, askTwo, read: readScannedHead, readPosition: ({ position }) => position, isLocal }, least),
    readTransfers: (after, upTo) =>
      readOrSetAside({ askOne, askTwo }, (call: Call) => readArrivals(call, { after, upTo })),
  };

  return {
    ...facts,
    network: { id: networkId, name: facts.nameNetwork(networkId) },
    isLocal,

    parsePayer: (text) => readPayerAddress(text, treasuries),
    canSign: async (address) => (await answer(findKind(address))) !== "other",
    bringsAddressWithProof: false,
    writeChallenge({ address, ...values }) {
      if (address === null) throw new Error("a Solana challenge names its address");
      return writeProofText({ ...values, address, networkId });
    },
    isProof: async (challenge, { signature }, address) =>
      signature !== undefined && isSolanaProof(challenge, signature, address),

    createReference: createSolanaReference,
    buildPayment: async (order) => buildPayment(order, await askOne((call) => readHead(call, confirmations))),
    readBalance: (address) => answer(findBalance(address)),
    payouts:
      signer === null
        ? null
        : createSolanaPayouts({
            treasury,
            treasuries,
            signer,
            confirmations,
            askTwo,
            tellAll: (tell) => answer(pool.tellAll(tell)),
            logger,
          }),

    async readHead() {
      const { slot, time } = await askOne(async (call) => readHeader(call, (await readHead(call, confirmations)).slot));
      return { position: BigInt(slot), time };
    },

    createScanner: () => new HeadScanner(source, PART_SLOTS),

    async readFinal() {
      const finals = await askTwo(async (call) => (await readHead(call, confirmations)).final);
      return BigInt(Math.min(...finals));
    },

    async listArrivals({ after, upTo }) {
      const range = { after: Number(after), upTo: Math.min(Number(upTo), Number(after) + PART_SLOTS) };
      const readings = await askTwo((call) => readArrivals(call, range));
      const last = BigInt(Math.min(...readings.map((reading) => reading.last)));
      const { transfers, unread } = uniteReadings(readings);
      return {
        transfers: transfers.filter(({ position }) => position <= last),
        unread: unread.filter(({ position }) => position <= last),
        last,
      };
    },

    findTransfers: async (txHash) =>
      uniteReadings(
        await askTwo(async (call) => ({ transfers: await findArrivals(call, txHash, treasuries), unread: [] })),
      ).transfers,

    async confirmTransfer({ txHash, index, position }) {
      const slot = Number(position);
      const readings = await askTwo(async (call) => {
        const { final } = await readHead(call, confirmations);
        if (final < slot) throw new Error("it does not have the block as final yet");
        return readAgain(call, { txHash, index, slot, treasuries });
      });
      return compareReadings(readings, describeHeader);
    },

    confirmPosition: async (position) =>
      compareHeaders(await askTwo((call) => readHeader(call, Number(position))), describeHeader),

    // Transfers are compared one by one, with their blocks, and read again until they are settled.
    readRefAt: async () => null,

    readGenesis: async () => genesis,

    async readTreasury(position) {
      const balances = await askTwo((call) => readTreasuryAt(call, treasuries, Number(position)));
      const [balanceBase, ...others] = balances;
      if (balanceBase === undefined) return null;
      if (others.every((other) => other === balanceBase)) return { position, balanceBase };
      logger.warn({ chain: "solana", position }, "the RPC endpoints disagree on the treasury's balance");
      return null;
    },

    async readOutgoing(txHash) {
      const readings = await askTwo(async (call) => {
        const { final } = await readHead(call, confirmations);
        return readOutgoing(call, { txHash, treasuries, final });
      });
      return compareOutgoing(readings);
    },
  };
}
