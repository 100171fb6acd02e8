import { Address } from "@ton/core";
import type { Logger } from "#server/logger.ts";
import { StartError } from "#server/startError.ts";
import type { Chain } from "../chain.ts";
import { orUnavailable } from "../chainUnavailable.ts";
import { compareHeaders } from "../compareHeads.ts";
import { compareOutgoing } from "../compareOutgoing.ts";
import type { EndpointPool } from "../endpointPool.ts";
import { HeadScanner, type TransferSource } from "../headScanner.ts";
import { keepBriefly } from "../keepBriefly.ts";
import { readReaching } from "../readReaching.ts";
import { readOrSetAside } from "../setAside.ts";
import { readPayerAddress } from "./address.ts";
import { type Call, connectPool, type Read } from "./pool.ts";
import { agreeOnKey, readCanSign, readContractKey } from "./canSign.ts";
import type { TonConfig } from "./settings.ts";
import { compareBlocks, describeHeader, readAgain } from "./confirm.ts";
import { readTonFacts } from "./facts.ts";
import { formatNetworkId } from "./networkId.ts";
import { buildPayment } from "./payment.ts";
import { createTonPayouts } from "./payouts.ts";
import { isTonProof } from "./proof.ts";
import { writeProofPayload } from "./proofText.ts";
import { readAccount } from "./readAccount.ts";
import { readHead, readHeader } from "./readBlock.ts";
import { readOutgoing } from "./readOutgoing.ts";
import { readPart, uniteParts } from "./readPart.ts";
import { readTreasuryAt } from "./readTreasury.ts";
import { createTonReference } from "./reference.ts";

/** How long balances and kinds of contracts are cached; screens read them often. */
const KEPT_MS = 3_000;
/** Blocks that one step of the scanner reads at most: a bit more than two hours of blocks of 0.4 s. */
const PART_BLOCKS = 20_000;
/** Addresses in the cache at most. */
const MAX_KEPT = 10_000;

/**
 * Connects to the chain behind `config.endpoints`. Rejects if none of them answers or they belong to different chains.
 */
export async function connectTon(config: TonConfig, logger: Pick<Logger, "warn">): Promise<Chain> {
  const { pool, globalId, genesis, isLocal } = await connectPool(config.endpoints, logger);
  const facts = readTonFacts(config);
  const { treasuryAddress, oldTreasuryAddresses, confirmations, proofDomain, signer, wallet } = config;
  const treasury = Address.parse(treasuryAddress);
  const treasuries = [treasuryAddress, ...oldTreasuryAddresses].map((address) => Address.parse(address));
  const treasuryKeys = new Set(treasuries.map((address) => address.toRawString()));
  const networkId = formatNetworkId(globalId);
  const toFinal = (head: number) => Math.max(0, head - confirmations + 1);

  const answer = <T>(asked: Promise<T>) => orUnavailable("ton", asked);
  const askOne = <T>(read: Read<T>) => answer(pool.ask(read));
  const askTwo = <T>(read: Read<T>) => answer(pool.askTwo(read));

  const findBalance = keepBriefly(KEPT_MS, MAX_KEPT, (address) =>
    pool.ask(async (call) => (await readAccount(call, address, null)).balanceBase),
  );
  const findCanSign = keepBriefly(KEPT_MS, MAX_KEPT, (address) => pool.ask((call) => readCanSign(call, address)));

  async function readTip(call: Call) {
    return readHeader(call, (await readHead(call)).seqno);
  }

  if (!isLocal && signer !== null && !(await isDeployed(pool, treasury.toRawString()))) {
    throw new StartError(
      `The wallet of TON_TREASURY_ADDRESS, ${treasuryAddress}, is not deployed: send a transfer from it first, so that it keeps what arrives.`,
    );
  }

  async function readScannedHead(call: Call) {
    const head = await readHead(call);
    return { position: head.seqno, hash: head.hash, final: toFinal(head.seqno) };
  }

  /** Where endpoints do not find a transfer's source, it keeps the name of its message; the others go on. */
  async function preferSources<T>(read: (isSourceOptional: boolean) => Promise<T>): Promise<T> {
    try {
      return await read(false);
    } catch {
      return read(true);
    }
  }

  const source: TransferSource = {
    readHead: (least) =>
      readReaching({ askOne, askTwo, read: readScannedHead, readPosition: ({ position }) => position, isLocal }, least),
    readTransfers: (first, last) =>
      preferSources(async (isSourceOptional) => {
        const range = { first, last, treasuries, isSourceOptional };
        return uniteParts([await readOrSetAside({ askOne, askTwo }, (call: Call) => readPart(call, range))]);
      }),
  };

  return {
    ...facts,
    network: { id: networkId, name: isLocal ? "TON (local)" : facts.nameNetwork(networkId) },
    isLocal,

    parsePayer: (text) => readPayerAddress(text, treasuryKeys, networkId),
    canSign: (address) => answer(findCanSign(Address.parse(address).toRawString())),
    bringsAddressWithProof: true,
    writeChallenge: writeProofPayload,
    isProof: async (challenge, { tonProof }, address) =>
      tonProof !== undefined &&
      tonProof.network === String(globalId) &&
      isTonProof(
        { ...tonProof.proof, publicKey: tonProof.publicKey, stateInit: tonProof.stateInit },
        { payload: challenge, domain: proofDomain },
        {
          address,
          globalId,
          readContractKey: async (asked) =>
            agreeOnKey(await askTwo((call) => readContractKey(call, Address.parse(asked).toRawString()))),
        },
      ),

    createReference: createTonReference,
    buildPayment: async (order) => buildPayment(order, { globalId, now: (await askOne(readTip)).time }),
    readBalance: (address) => answer(findBalance(Address.parse(address).toRawString())),
    payouts:
      signer === null
        ? null
        : createTonPayouts({
            treasury,
            wallet,
            signer,
            askTwo,
            tellAll: (tell) => answer(pool.tellAll(tell)),
            toFinal,
          }),

    async readHead() {
      const { seqno, time } = await askOne(readTip);
      return { position: BigInt(seqno), time };
    },

    createScanner: () => new HeadScanner(source, PART_BLOCKS),

    async readFinal() {
      const finals = await askTwo(async (call) => toFinal((await readHead(call)).seqno));
      return BigInt(Math.min(...finals));
    },

    async listArrivals({ after, upTo }) {
      const [first, last] = [Number(after), Math.min(Number(upTo), Number(after) + PART_BLOCKS)];
      const listed = await preferSources(async (isSourceOptional) =>
        uniteParts(await askTwo((call) => readPart(call, { first, last, treasuries, isSourceOptional }))),
      );
      return { ...listed, last: BigInt(last) };
    },

    async confirmTransfer({ txHash, index, position }) {
      const seqno = Number(position);
      const readings = await askTwo(async (call) => {
        if (toFinal((await readHead(call)).seqno) < seqno) throw new Error("it does not have the block as final yet");
        return readAgain(call, seqno, treasuries);
      });
      return compareBlocks(readings, { txHash, index });
    },

    confirmPosition: async (position) =>
      compareHeaders(await askTwo((call) => readHeader(call, Number(position))), describeHeader),

    // The treasury's transactions are compared instead of blocks: each names the one before.
    readRefAt: async () => null,

    readGenesis: async () => genesis,

    async readTreasury(position, since) {
      const asked = { seqno: Number(position), since: since === null ? null : Number(since) };
      const readings = await askTwo((call) => readTreasuryAt(call, treasuries, asked));
      const [first] = readings;
      if (first === undefined) return null;
      const { balanceBase, upkeepBase } = first;
      const isAgreed = readings.every(
        (reading) => reading.balanceBase === balanceBase && reading.upkeepBase === upkeepBase,
      );
      if (isAgreed) return { position, balanceBase, upkeepBase };
      logger.warn({ chain: "ton", position }, "the RPC endpoints disagree on the treasury's balance");
      return null;
    },

    async readOutgoing(txHash) {
      const readings = await askTwo(async (call) =>
        readOutgoing(call, { txHash, treasuries, final: toFinal((await readHead(call)).seqno) }),
      );
      return compareOutgoing(readings);
    },
  };
}

/** Whether the treasury has its code; true where no endpoint tells. */
async function isDeployed(pool: EndpointPool<Call>, address: string): Promise<boolean> {
  return pool.ask(async (call) => (await readAccount(call, address, null)).status === "active").catch(() => true);
}
