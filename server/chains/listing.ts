import type { Chain, RangeReading } from "./chain.ts";
import type { AskedRange, ChainReader, History, ReadBlock, ReadRange } from "./chainReader.ts";
import { findAgreed, type Policy, type Quorum, takeReachedByTwo, uniteReadings } from "./quorum.ts";
import type { ScannedRange, ScannedTip, ScanSource } from "./scan.ts";
import { readOrSetAside } from "./setAside.ts";

/** Blocks read in parallel. */
const PARALLEL_BLOCKS = 5;
/** Blocks read at a time, so that a long range saves its progress. */
const MOST_BLOCKS = 50;
/** Transfers after which a reading ends with the blocks that it has begun: anybody can send many. */
const ENOUGH = 1_000;

export interface Listing extends ScanSource {
  listArrivals: Chain["listArrivals"];
}

/** The transfers to the treasuries: what one endpoint lists for the scanner, and what two list together. */
export function createListing<Reader extends ChainReader>(
  history: History<Reader>,
  quorum: Quorum<Reader>,
  isLocal: boolean,
): Listing {
  const readTip = (least: number) => readTipReaching(quorum, least, isLocal);
  return history.model === "blocks" ? listByBlocks(history, quorum, readTip) : listByAccount(history, quorum, readTip);
}

type ReadTip = ScanSource["readTip"];

function listByBlocks<Reader extends ChainReader>(
  { readBlock }: Extract<History<Reader>, { model: "blocks" }>,
  quorum: Quorum<Reader>,
  readTip: ReadTip,
): Listing {
  return {
    partLength: MOST_BLOCKS,
    readTip,
    async readRange(after, upTo): Promise<ScannedRange> {
      const blocks = await readBlocks<ReadBlock>(after, upTo, (position) =>
        readOrSetAside<Reader, ReadBlock>(quorum, (reader) => readBlock(reader, position)),
      );
      return { ...joinParts(blocks.map((block) => uniteReadings([block]))), last: after + blocks.length, blocks };
    },
    readHash: (position) => quorum.askAny(async (reader) => (await reader.findHeader(position))?.hash ?? null),
    async listArrivals({ after, upTo }) {
      const mostLast = Math.min(Number(upTo), Number(after) + MOST_BLOCKS);
      const blocks = await readBlocks(Number(after), mostLast, async (position) => {
        const readings = await quorum.askAll((reader) => readBlock(reader, position));
        return { ...uniteReadings(readings), agreed: findAgreed(readings), witnesses: readings.length };
      });
      const agreed = new Map(blocks.flatMap((block) => [...block.agreed]));
      const witnesses = Math.min(...blocks.map((block) => block.witnesses));
      return { ...joinParts(blocks), last: after + BigInt(blocks.length), agreed, witnesses };
    },
  };
}

/**
 * Reads blocks in order, without a gap and until there is enough. Where one fails, those before it count; rejects where the
 * first one does.
 */
async function readBlocks<T extends RangeReading>(
  after: number,
  last: number,
  read: (position: number) => Promise<T>,
): Promise<T[]> {
  const blocks: T[] = [];
  let found = 0;
  for (let next = after + 1; next <= last && found < ENOUGH; next += PARALLEL_BLOCKS) {
    const count = Math.min(PARALLEL_BLOCKS, last - next + 1);
    const answers = await Promise.allSettled(Array.from({ length: count }, (_, step) => read(next + step)));
    const failed = answers.findIndex(({ status }) => status === "rejected");
    const answered = failed < 0 ? answers : answers.slice(0, failed);
    const group = answered.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const failure = answers[failed];
    if (failure?.status === "rejected" && blocks.length + group.length === 0) throw failure.reason;
    found += group.reduce((sum, { transfers, unread }) => sum + transfers.length + unread.length, 0);
    blocks.push(...group);
    if (failed >= 0) break;
  }
  return blocks;
}

function listByAccount<Reader extends ChainReader>(
  { mostPositions, hasAliases, readRange }: Extract<History<Reader>, { model: "account" }>,
  quorum: Quorum<Reader>,
  readTip: ReadTip,
): Listing {
  /** Where endpoints do not find a transfer's id, it keeps its alias; the others go on. */
  async function preferIds<T>(read: (mustKnowIds: boolean) => Promise<T>): Promise<T> {
    if (!hasAliases) return read(false);
    try {
      return await read(true);
    } catch {
      return read(false);
    }
  }
  const readBy = (range: Omit<AskedRange, "mustKnowIds">, mustKnowIds: boolean) => async (reader: Reader) => {
    // A list says nothing of the blocks that it lacks.
    if ((await reader.readTip()).position < range.upTo) throw new Error("it does not have the block yet");
    return readRange(reader, { ...range, mustKnowIds });
  };
  return {
    partLength: mostPositions,
    readTip,
    async readRange(after, upTo): Promise<ScannedRange> {
      if (upTo <= after) return { transfers: [], unread: [], last: upTo, blocks: [] };
      return preferIds(async (mustKnowIds) => {
        const reading = await readOrSetAside<Reader, ReadRange>(quorum, readBy({ after, upTo }, mustKnowIds));
        return { ...uniteReadings([reading]), last: reading.last, blocks: [] };
      });
    },
    readHash: null,
    async listArrivals({ after, upTo }) {
      const range = { after: Number(after), upTo: Math.min(Number(upTo), Number(after) + mostPositions) };
      return preferIds(async (mustKnowIds) => {
        const readings = await quorum.askAll(readBy(range, mustKnowIds));
        const last = BigInt(Math.min(...readings.map((reading) => reading.last)));
        const { transfers, unread } = uniteReadings(readings);
        return {
          transfers: transfers.filter(({ position }) => position <= last),
          unread: unread.filter(({ position }) => position <= last),
          last,
          agreed: findAgreed(readings),
          witnesses: readings.length,
        };
      });
    },
  };
}

function joinParts(parts: readonly RangeReading[]): RangeReading {
  return { transfers: parts.flatMap(({ transfers }) => transfers), unread: parts.flatMap(({ unread }) => unread) };
}

/** The newest block of an endpoint, and its newest final position. */
export async function readScannedTip(reader: ChainReader): Promise<ScannedTip> {
  const tip = await reader.readTip();
  return { ...tip, final: await reader.readFinal(tip) };
}

/** The newest block and the newest final position that two hosts have, or the only one that answers. */
const chooseTip: Policy<ScannedTip> = (tips) => ({
  ...takeReachedByTwo<ScannedTip>(({ position }) => position)(tips),
  final: takeReachedByTwo<number>(Number)(tips.map(({ final }) => final)),
});

/**
 * The newest block of the hosts that have the position `least`. One that ends before it is behind or lies: that is its
 * failure. Only where a local chain ends before it on all of them is the longer chain of two answered.
 */
async function readTipReaching<Reader extends ChainReader>(
  quorum: Quorum<Reader>,
  least: number,
  isLocal: boolean,
): Promise<ScannedTip> {
  try {
    return await quorum.concludeOfEach(
      1,
      async (reader) => {
        const tip = await readScannedTip(reader);
        if (tip.position < least) throw new Error("its newest block is before the settled one");
        return tip;
      },
      chooseTip,
    );
  } catch (error) {
    if (!isLocal) throw error;
    return quorum.conclude(readScannedTip, (tips) =>
      tips.reduce((longest, tip) => (tip.position > longest.position ? tip : longest)),
    );
  }
}
