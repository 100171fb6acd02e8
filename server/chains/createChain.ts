import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { Logger } from "#server/logger.ts";
import type { Telemetry } from "#server/telemetry/tracing.ts";
import type { Chain, ChainTransfer, Omitted } from "./chain.ts";
import type { AskedRange, ChainKind, ChainReader, ReadRange } from "./chainKind.ts";
import { prove } from "./proving.ts";
import { createPayouts } from "./createPayouts.ts";
import { EndpointPool } from "./endpointPool.ts";
import { describeFacts, parsePayer } from "./facts.ts";
import { cacheFor } from "./cacheFor.ts";
import {
  compareHeaders,
  compareHoldings,
  compareOutgoing,
  findDispute,
  Quorum,
  readHeader,
  takeHighest,
  takeReachedByTwo,
  takeSame,
  takeSameOfKnown,
  takeTimedHead,
} from "./quorum.ts";
import { createListing, readScannedTip } from "./listing.ts";
import { ChainScanner } from "./scan.ts";
import type { ChainConfig, TreasuryKey } from "./settings.ts";
import { createCallWatch } from "./watchCall.ts";
import { findStrictestHead } from "./strictestHead.ts";

/** How long balances and kinds of accounts are cached; screens read them often. */
const KEPT_MS = 3_000;
/** Addresses in the cache at most. */
const MAX_KEPT = 10_000;
/** Positions in which strays are looked for at a time. */
const MOST_STRAY_POSITIONS = 20_000;
/** Times that a balance is asked for at one position. */
const MOST_TRIES = 3;

type ReadStrays<Reader> = (reader: Reader, range: AskedRange) => Promise<ReadRange>;

/** Connects to a chain. Rejects if none of its endpoints answers or they belong to different chains. */
export async function createChain<Reader extends ChainReader, Config extends ChainConfig, Key extends TreasuryKey>(
  kind: ChainKind<Reader, Config, Key>,
  config: Config,
  logger: Pick<Logger, "warn">,
  telemetry: Telemetry | null = null,
): Promise<Chain> {
  const facts = describeFacts(kind, config);
  const { coinType } = facts;
  const { walletType, network: chainName } = COINS[coinType];
  const logName = chainName.toLowerCase();
  const treasuries = [config.treasuryAddress, ...config.oldTreasuryAddresses];
  const pool = await EndpointPool.connect<Reader>(
    config.endpoints.map(({ url }) => url),
    {
      chain: logName,
      setting: facts.settings.endpoints,
      createCall: (url, place) =>
        kind.createReader(
          config.endpoints[place] ?? { url, apiKey: null },
          {
            treasuries,
            confirmations: config.confirmations,
            logger,
            watchCall: createCallWatch({ coinType, place, isAnswer: kind.isAnswer }, telemetry),
          },
          config,
        ),
      identify: (reader) => reader.readIdentity(),
      isAnswer: kind.isAnswer,
    },
    logger,
  );
  const quorum = new Quorum(coinType, pool);
  const { identity } = pool;
  const network = kind.findNetwork(identity);
  const { id, name, isLocal } = network;
  const {
    proving,
    buildPayment,
    payouts,
    readFuel = null,
    jettonMaster = null,
  } = await kind.open({ identity, network, config, quorum, logger });
  const hasRefs = kind.history.model === "blocks";
  const { omissions, findTransfers } = kind;
  const listing = createListing(kind.history, findTransfers, { quorum, isLocal });
  const readNewest = async (reader: Reader) => readHeader(reader, (await reader.readTip()).position);
  const toKey = (address: string) => toAddressKey(walletType, address);
  const findBalance = cacheFor(KEPT_MS, MAX_KEPT, (key) => quorum.askAny((reader) => reader.readBalance(key)));
  const findCanSign = cacheFor(KEPT_MS, MAX_KEPT, (key) => quorum.askAny((reader) => reader.readCanSign(key)));

  return {
    ...facts,
    network: { id, name },
    isLocal,
    parsePayer: (text) => parsePayer(text, facts, id),
    canSign: (address) => findCanSign(toKey(address)),
    ...prove(proving, chainName),
    createReference: kind.createReference,
    buildPayment,
    readBalance: (address) => findBalance(toKey(address)),
    payouts: payouts === null ? null : createPayouts(payouts, quorum, toKey(config.treasuryAddress)),
    readFuel,
    jettonMaster,

    async readHead() {
      const { position, time } = await quorum.concludeOfEach(2, readNewest, takeTimedHead);
      return { position: BigInt(position), time };
    },
    readStrictestHead: (now) =>
      quorum.concludeOfEvery(readNewest, (headers) =>
        findStrictestHead(headers, { pace: kind.pace, isLocal, hosts: pool.hostCount, now }),
      ),
    createScanner: () => new ChainScanner(listing),
    async readFinal() {
      const readFinal = async (reader: Reader) => (await readScannedTip(reader)).final;
      return BigInt(await quorum.concludeOfEach(2, readFinal, takeReachedByTwo<number>(Number)));
    },
    listArrivals: listing.listArrivals,
    readAgain: listing.readAgain,

    async confirmPosition(position) {
      return compareHeaders(await quorum.askAll((reader) => readHeader(reader, Number(position))), hasRefs);
    },
    readRefAt: (position, witnesses = 1) =>
      quorum.concludeOfEach(
        witnesses,
        async (reader) => (await reader.findHeader(Number(position)))?.hash ?? null,
        takeSameOfKnown("the newest settled block"),
      ),
    readGenesis: (witnesses = 1) =>
      quorum.concludeOfEach(
        witnesses,
        (reader) => reader.readGenesis(),
        takeSame<string>((hash) => hash, "the first block"),
      ),
    isFunded: async (address) => {
      const key = toKey(address);
      const heldBase = await quorum.conclude(
        (reader) => reader.readFuel?.(key) ?? reader.readBalance(key),
        takeHighest,
      );
      return heldBase > 0n;
    },

    async readTreasury(position, since) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const asked = [Number(position), since === null ? null : Number(since)] as const;
        const holdings = await quorum.askAll(async (reader) => {
          const holding = await reader.readTreasury(...asked);
          if (holding !== null && holding.position < position)
            throw new Error("it does not have the block as final yet");
          return holding;
        });
        const compared = compareHoldings(holdings);
        if (compared.kind === "agreed") return compared.holding;
        if (compared.kind === "otherPositions") continue;
        if (compared.kind === "disputed") {
          logger.warn({ chain: logName, position }, "the RPC endpoints disagree on the treasury's balance");
        }
        return null;
      }
      return null;
    },
    omitted: findOmitted(),
    strays: (kind.strays ?? []).map((stray) => ({ coinType: stray, listArrivals: listStrays(stray) })),
    async readOutgoing(txHash) {
      const readings = await quorum.askAll(async (reader) =>
        reader.readOutgoing(txHash, (await readScannedTip(reader)).final),
      );
      return compareOutgoing(readings);
    },
  };

  function listStrays(stray: CoinType): Chain["listArrivals"] {
    const readRange: ReadStrays<Reader> = async (reader, range) => {
      if (reader.readStrays === undefined) throw new Error("a network with one coin");
      return reader.readStrays(stray, range);
    };
    const history = { model: "account", mostPositions: MOST_STRAY_POSITIONS, readRange } as const;
    return createListing(history, null, { quorum, isLocal }).listArrivals;
  }

  function findOmitted(): Omitted {
    switch (omissions.kind) {
      case "none":
        return { kind: "none" };
      case "unlisted":
        return {
          kind: "unlisted",
          findTransfers: async (txHash) => (await listing.find?.(txHash, 0n))?.agreed ?? [],
        };
      case "internal":
        return {
          kind: "internal",
          async readTransfers(position) {
            const readings = await quorum.askAll((reader) => omissions.read(reader, Number(position)));
            const known = readings.flatMap((transfers) => (transfers === null ? [] : [transfers]));
            if (known.length < readings.length) return null;
            if (findDispute(known, describeTransfers) === null) return known[0] ?? null;
            logger.warn({ chain: logName, position }, "the RPC endpoints disagree on internal transfers");
            return null;
          },
        };
    }
  }
}

function describeTransfers(transfers: readonly ChainTransfer[]): string {
  const fields = transfers.map(({ txHash, index, from, amountBase, ref, time }) =>
    [txHash, index, from, amountBase, ref, time.getTime()].join(" "),
  );
  return fields.join("; ");
}
