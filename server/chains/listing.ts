import type { Chain, ChainTransfer, Compared, ListedRange, RangeReading } from "./chain.ts";
import type { AskedRange, ChainReader, FindTransfers, History, ReadBlock, ReadRange } from "./chainKind.ts";
import { ChainUnavailable } from "./chainUnavailable.ts";
import { compareReadings, joinCompared, type Policy, type Quorum, takeReachedByTwo } from "./quorum.ts";
import type { ScannedRange, ScannedTip, ScanSource } from "./scan.ts";

/** Blocks read in parallel. */
const PARALLEL_BLOCKS = 5;
/** Blocks read at a time, so that a long range saves its progress. */
const MOST_BLOCKS = 50;
/** Transfers after which a reading ends with the blocks that it has begun: anybody can send many. */
const ENOUGH = 1_000;
/** Transactions that are looked up at a time. */
const MOST_LOOKED_UP = 20;

export interface Listing extends ScanSource {
  listArrivals: Chain["listArrivals"];
  readAgain: Chain["readAgain"];
  /** What two endpoints have of a transaction by its id at some positions, which have another one as final. */
  find: Find | null;
}

/** The transfers to the treasuries: what one endpoint lists for the scanner, and what two list together. */
export function createListing<Reader extends ChainReader>(
  history: History<Reader>,
  findTransfers: FindTransfers<Reader>,
  { quorum, isLocal }: { quorum: Quorum<Reader>; isLocal: boolean },
): Listing {
  const readTip = (least: number) => readTipReaching(quorum, least, isLocal);
  const find: Find | null =
    findTransfers === null
      ? null
      : async (txHash, final, isAsked = () => true) => {
          const found = await quorum.askAll(async (reader) => {
            await requireFinal(reader, Number(final));
            return (await findTransfers(reader, txHash)).filter(isAsked);
          });
          return compareReadings(found.map((transfers) => ({ transfers, unread: [] })));
        };
  const source =
    history.model === "blocks"
      ? listByBlocks(history, { quorum, readTip })
      : listByAccount(history, { quorum, readTip });
  return {
    ...source,
    find,
    async listArrivals(range) {
      const listed = await source.listArrivals(range);
      return find === null ? listed : lookUp(listed, range.after, find);
    },
    async readAgain({ txHash, positions }) {
      const final = positions.reduce((last, position) => (position > last ? position : last));
      if (find !== null) return find(txHash, final, ({ position }) => positions.includes(position));
      const isSame = (transfer: ChainTransfer) => transfer.txHash === txHash;
      const parts: Compared[] = [];
      for (const position of positions) {
        const { agreed, disputed } = await source.listArrivals({ after: position - 1n, upTo: position });
        parts.push({ agreed: agreed.filter(isSame), disputed: disputed.filter(isSame), unread: [] });
      }
      return joinCompared(parts);
    },
  };
}

type Find = (txHash: string, final: bigint, isAsked?: (transfer: ChainTransfer) => boolean) => Promise<Compared>;
type Source = ScanSource & Pick<Listing, "listArrivals">;

interface Context<Reader> {
  quorum: Quorum<Reader>;
  readTip: ScanSource["readTip"];
}

function listByBlocks<Reader extends ChainReader>(
  { readBlock }: Extract<History<Reader>, { model: "blocks" }>,
  { quorum, readTip }: Context<Reader>,
): Source {
  return {
    partLength: MOST_BLOCKS,
    readTip,
    async readRange(after, upTo): Promise<ScannedRange> {
      const blocks = await readBlocks<ReadBlock>(after, upTo, (position) =>
        readOrSetAside<Reader, ReadBlock>(quorum, (reader) => readBlock(reader, position)),
      );
      return {
        transfers: blocks.flatMap(({ transfers }) => transfers),
        unread: blocks.flatMap(({ unread }) => unread),
        last: after + blocks.length,
        blocks,
      };
    },
    readHash: (position) => quorum.askAny(async (reader) => (await reader.findHeader(position))?.hash ?? null),
    async listArrivals({ after, upTo }) {
      const mostLast = Math.min(Number(upTo), Number(after) + MOST_BLOCKS);
      const finals = new Map<ChainReader, Promise<number>>();
      const readFinalBlock = (position: number) => async (reader: Reader) => {
        const block = await readBlock(reader, position);
        if (block.transfers.length > 0) await requireFinal(reader, position, finals);
        return block;
      };
      const blocks = await readBlocks(Number(after), mostLast, async (position) => {
        const compared = compareReadings(await quorum.askAll(readFinalBlock(position)));
        return { ...compared, transfers: [...compared.agreed, ...compared.disputed] };
      });
      return { ...joinCompared(blocks), last: after + BigInt(blocks.length) };
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
  { mostPositions, readRange }: Extract<History<Reader>, { model: "account" }>,
  { quorum, readTip }: Context<Reader>,
): Source {
  const readSeen = (range: AskedRange) => async (reader: Reader) => {
    // A list says nothing of the blocks that it lacks.
    if ((await reader.readTip()).position < range.upTo) throw new Error("it does not have the block yet");
    return readRange(reader, range);
  };
  const readFinal = (range: AskedRange) => async (reader: Reader) => {
    await requireFinal(reader, range.upTo);
    return readRange(reader, range);
  };
  return {
    partLength: mostPositions,
    readTip,
    async readRange(after, upTo): Promise<ScannedRange> {
      if (upTo <= after) return { transfers: [], unread: [], last: upTo, blocks: [] };
      return { ...(await readOrSetAside<Reader, ReadRange>(quorum, readSeen({ after, upTo }))), blocks: [] };
    },
    readHash: null,
    async listArrivals({ after, upTo }) {
      const range = { after: Number(after), upTo: Math.min(Number(upTo), Number(after) + mostPositions) };
      const readings = await quorum.askAll(readFinal(range));
      const last = BigInt(Math.min(...readings.map((reading) => reading.last)));
      const isWithin = ({ position }: { position: bigint }) => position > after && position <= last;
      const compared = compareReadings(
        readings.map(({ transfers, unread }) => ({
          transfers: transfers.filter(isWithin),
          unread: unread.filter(isWithin),
        })),
      );
      return { ...compared, last };
    },
  };
}

/**
 * One endpoint's reading of a range. Where that endpoint has something unreadable, the better one of two endpoints' readings:
 * what another endpoint can read is not set aside.
 */
export async function readOrSetAside<Reader, T extends Pick<RangeReading, "unread">>(
  ask: {
    askAny: (read: (reader: Reader) => Promise<T>) => Promise<T>;
    askAll: (read: (reader: Reader) => Promise<T>) => Promise<readonly T[]>;
  },
  read: (reader: Reader) => Promise<T>,
): Promise<T> {
  const first = await ask.askAny(read);
  if (first.unread.length === 0) return first;
  const readings = await ask.askAll(read);
  return readings.reduce((best, other) => (other.unread.length < best.unread.length ? other : best), first);
}

/** Looks up by its id what two lists have otherwise: what a host leaves out of its list, and knows, is no difference. */
async function lookUp(listed: ListedRange, after: bigint, find: Find): Promise<ListedRange> {
  const { last } = listed;
  const isWithin = ({ position }: ChainTransfer) => position > after && position <= last;
  const asked = new Set([...new Set(listed.disputed.map(({ txHash }) => txHash))].slice(0, MOST_LOOKED_UP));
  const found: Compared[] = [];
  for (const txHash of asked) {
    try {
      found.push(await find(txHash, last, isWithin));
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      asked.delete(txHash);
    }
  }
  const rest = { ...listed, disputed: listed.disputed.filter(({ txHash }) => !asked.has(txHash)) };
  return { ...joinCompared([rest, ...found]), last };
}

/**
 * What an endpoint does not have as final itself, it is no witness of. One that has answered a later final position in the
 * same reading is not asked again.
 */
async function requireFinal(
  reader: ChainReader,
  position: number,
  finals = new Map<ChainReader, Promise<number>>(),
): Promise<void> {
  const known = await finals.get(reader)?.catch(() => null);
  if (known !== undefined && known !== null && known >= position) return;
  const asked = readScannedTip(reader).then(({ final }) => final);
  finals.set(reader, asked);
  if ((await asked) < position) throw new Error("it does not have the block as final yet");
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
