import type { CoinType } from "#domain/coins.ts";
import {
  type ChainTransfer,
  type Compared,
  type Holding,
  nameArrival,
  type OutgoingReading,
  type OutgoingTransaction,
  type PositionConfirmation,
} from "./chain.ts";
import type { ChainReader, Header, ReadPart } from "./chainKind.ts";
import { orUnavailable } from "./chainUnavailable.ts";
import type { EndpointPool } from "./endpointPool.ts";

/** Endpoints say what cannot both be true, where one of them must be believed. */
export class Disagreement extends Error {
  constructor(what: string, reason: string) {
    super(`the RPC endpoints disagree on ${what}${reason === "" ? "" : `: ${reason}`}`);
    this.name = "Disagreement";
  }
}

/** What follows from the answers of several endpoints. Throws where they must not differ so. */
export type Policy<Answer, Result = Answer> = (answers: readonly Answer[]) => Result;

/**
 * What the endpoints of a chain say. What matters is asked of two hosts, or of the only one that is configured. Rejects with
 * ChainUnavailable where fewer answer.
 */
export class Quorum<Reader> {
  readonly #coinType: CoinType;
  readonly #pool: EndpointPool<Reader>;

  constructor(coinType: CoinType, pool: EndpointPool<Reader>) {
    this.#coinType = coinType;
    this.#pool = pool;
  }

  /** The first valid answer: nothing of weight hangs on it. */
  askAny<T>(read: (reader: Reader) => Promise<T>): Promise<T> {
    return orUnavailable(this.#coinType, this.#pool.ask(read));
  }

  askAll<T>(read: (reader: Reader) => Promise<T>): Promise<readonly T[]> {
    return orUnavailable(this.#coinType, this.#pool.quorumRead(read));
  }

  /** What the policy concludes. Rejects with ChainUnavailable, too, where it refuses the answers. */
  conclude<T, Result>(read: (reader: Reader) => Promise<T>, policy: Policy<T, Result>): Promise<Result> {
    return orUnavailable(this.#coinType, this.#pool.quorumRead(read).then(policy));
  }

  /** As `conclude`, of the hosts that answer soon, of `least` or more; where fewer are configured, of all of them. */
  concludeOfEach<T, Result>(
    least: number,
    read: (reader: Reader) => Promise<T>,
    policy: Policy<T, Result>,
  ): Promise<Result> {
    return orUnavailable(this.#coinType, this.#pool.askEach(least, read).then(policy));
  }

  /** As `conclude`, of every host that answers at all, of two or more. */
  concludeOfEvery<T, Result>(read: (reader: Reader) => Promise<T>, policy: Policy<T, Result>): Promise<Result> {
    return orUnavailable(this.#coinType, this.#pool.askEvery(read).then(policy));
  }

  /** Tells every endpoint something. Rejects when none of them answered, whatever it answered. */
  broadcastToAll(tell: (reader: Reader) => Promise<unknown>): Promise<void> {
    return orUnavailable(this.#coinType, this.#pool.broadcastToAll(tell));
  }
}

function takeFirst<T>(answers: readonly T[]): T {
  const [first] = answers;
  if (first === undefined) throw new Error("no endpoint readings");
  return first;
}

/** For a price: no endpoint alone makes anything dear. */
export const takeLowest: Policy<bigint> = (amounts) =>
  amounts.reduce((least, amount) => (amount < least ? amount : least), takeFirst(amounts));

/** For what must be held or brought at least: no endpoint alone makes it too little. */
export const takeHighest: Policy<bigint> = (amounts) =>
  amounts.reduce((most, amount) => (amount > most ? amount : most), takeFirst(amounts));

/** The answer with the least number, as a position that all endpoints have. */
export function takeLeastBy<T>(readNumber: (answer: T) => number): Policy<T> {
  return (answers) =>
    answers.reduce((least, other) => (readNumber(other) < readNumber(least) ? other : least), takeFirst(answers));
}

/**
 * The answer with the newest number that a second one reaches too, or the only one: no host alone invents what the others do
 * not have, and none that stands still holds back two that go on.
 */
export function takeReachedByTwo<T>(readNumber: (answer: T) => number): Policy<T> {
  return (answers) => {
    const newestFirst = answers.toSorted((left, right) => readNumber(right) - readNumber(left));
    return newestFirst[1] ?? takeFirst(newestFirst);
  };
}

/** The kind that allows the least, where these are ordered so: each endpoint can forbid, and none allows alone. */
export function takeStrictest<T>(strictestFirst: readonly T[]): Policy<T> {
  return (kinds) => strictestFirst.find((kind) => kinds.includes(kind)) ?? takeFirst(kinds);
}

/** Newest blocks of endpoints that are further apart in time: one of them is wrong, or far behind. */
const MOST_APART_MS = 60_000;

/** The answer with the earlier time: no endpoint alone lets a transaction live longer. Refuses times that are too far apart. */
export function takeEarliest<T>(readTimeMs: (answer: T) => number): Policy<T> {
  return (answers) => {
    const earliest = takeLeastBy(readTimeMs)(answers);
    if (answers.some((answer) => readTimeMs(answer) - readTimeMs(earliest) > MOST_APART_MS)) {
      throw new Disagreement("the time", "");
    }
    return earliest;
  };
}

/**
 * The newest number that a second host reaches too, as `takeReachedByTwo`, with the earlier time of the two latest that are
 * less than a minute apart: no endpoint alone makes it later, and none makes it much earlier. Null where there are no two.
 */
export function takeTimedHead(headers: readonly Header[]): { position: number; time: Date | null } {
  const { position } = takeReachedByTwo<Header>((header) => header.position)(headers);
  const [latest, ...earlier] = headers.map(({ time }) => time).toSorted((left, right) => Number(right) - Number(left));
  if (latest === undefined || earlier.length === 0) return { position, time: latest ?? null };
  let last = latest;
  for (const time of earlier) {
    if (Number(last) - Number(time) <= MOST_APART_MS) return { position, time };
    last = time;
  }
  return { position, time: null };
}

/** The header of a block that an endpoint must have. */
export async function readHeader(reader: Pick<ChainReader, "findHeader">, position: number): Promise<Header> {
  const header = await reader.findHeader(position);
  if (header === null) throw new Error("it does not have the block yet");
  return header;
}

/** The earlier of the newest blocks that hosts name, as long as they have it alike and it is of about the same time. */
export async function agreeOnBlock<Reader extends ChainReader>(
  quorum: Quorum<Reader>,
  readNewest: (reader: Reader) => Promise<Header>,
): Promise<Header> {
  const newest = await quorum.conclude(
    readNewest,
    takeEarliest<Header>(({ time }) => time.getTime()),
  );
  return quorum.conclude(
    (reader) => readHeader(reader, newest.position),
    (headers) => takeSame(describeHeader, "the newest block")([newest, ...headers]),
  );
}

/** The answer of all, where they are described alike. Refuses others. */
export function takeSame<T>(describe: (answer: T) => string, what: string): Policy<T> {
  return (answers) => {
    const dispute = findDispute(answers, describe);
    if (dispute !== null) throw new Disagreement(what, dispute.reason);
    return takeFirst(answers);
  };
}

/** As `takeSame`, of the hosts that know it: one that is behind contradicts nobody. Null where none does. */
export function takeSameOfKnown(what: string): Policy<string | null> {
  return (answers) => {
    const known = answers.filter((answer) => answer !== null);
    return known.length === 0 ? null : takeSame<string>((answer) => answer, what)(known);
  };
}

/** A policy for each field. */
export function takeEach<T extends object>(policies: { readonly [Name in keyof T]: Policy<T[Name]> }): Policy<T> {
  const names = Object.keys(policies) as (keyof T)[];
  return (answers) =>
    Object.fromEntries(names.map((name) => [name, policies[name](answers.map((answer) => answer[name]))])) as T;
}

/** A policy for each place of lists, as long as the shortest. */
export function takeEachItem<T>(policy: Policy<T>): Policy<readonly T[]> {
  return (lists) => {
    const { length } = takeLeastBy<readonly T[]>((list) => list.length)(lists);
    return Array.from({ length }, (_, place) => policy(lists.map((list) => list[place] as T)));
  };
}

/** What endpoints disagree about, by how each answer is described; null where all are the same. */
export function findDispute<T>(
  answers: readonly T[],
  describe: (answer: T) => string,
): { kind: "disputed"; reason: string } | null {
  const described = answers.map(describe);
  return new Set(described).size > 1 ? { kind: "disputed", reason: described.join(" against ") } : null;
}

/** Agreed if all headers are equal. `hasRefs`: whether blocks are known by their hashes. */
export function compareHeaders(headers: readonly Header[], hasRefs: boolean): PositionConfirmation {
  const { hash, time } = takeFirst(headers);
  return findDispute(headers, describeHeader) ?? { kind: "agreed", ref: hasRefs ? hash : null, time };
}

function describeHeader({ position, hash, time }: Header): string {
  return `${position} ${hash} of ${time.toISOString()}`;
}

/** Agreed where all endpoints have the same transaction, or none has it. */
export function compareOutgoing(readings: readonly (OutgoingTransaction | null)[]): OutgoingReading {
  const [transaction = null] = readings;
  return findDispute(readings, describeOutgoing) ?? { kind: "agreed", transaction };
}

function describeOutgoing(transaction: OutgoingTransaction | null): string {
  if (transaction === null) return "no final transaction of the treasury";
  const { amountBase, toKey, feeBase, position, time } = transaction;
  return `${amountBase} to ${toKey} for ${feeBase} at ${position} of ${time.toISOString()}`;
}

/** Of one position. `unread` where an endpoint cannot tell. */
export function compareHoldings(
  holdings: readonly (Holding | null)[],
): { kind: "agreed"; holding: Holding } | { kind: "unread" | "otherPositions" | "disputed" } {
  const known = holdings.flatMap((holding) => holding ?? []);
  const [holding] = known;
  if (holding === undefined || known.length < holdings.length) return { kind: "unread" };
  // A block became final between the two, or one endpoint is behind.
  if (known.some(({ position }) => position !== holding.position)) return { kind: "otherPositions" };
  const isSame = ({ balanceBase, upkeepBase }: Holding) =>
    balanceBase === holding.balanceBase && upkeepBase === holding.upkeepBase;
  return known.every(isSame) ? { kind: "agreed", holding } : { kind: "disputed" };
}

/**
 * What endpoints have alike and otherwise, each transfer once, and what none of them can read: what one of them can read is
 * not set aside.
 */
export function compareReadings(readings: readonly ReadPart[]): Compared {
  const [first, ...others] = readings.map(
    ({ transfers }) => new Map(transfers.map((transfer) => [nameArrival(transfer), transfer])),
  );
  const agreed = [...(first ?? [])].flatMap(([name, transfer]) => {
    const same = others.map((other) => other.get(name));
    const isAlike = same.every((other) => other !== undefined && describeArrival(other) === describeArrival(transfer));
    if (!isAlike) return [];
    const isReportedAlike = same.every((other) => other?.reportedAs === transfer.reportedAs);
    return [isReportedAlike ? transfer : { ...transfer, reportedAs: null }];
  });
  const [unread = [], ...alsoUnread] = readings.map((reading) => reading.unread);
  const isUnreadInAll = (txHash: string) =>
    alsoUnread.every((list) => list.some((transaction) => transaction.txHash === txHash));
  return joinCompared([
    {
      agreed,
      disputed: readings.flatMap(({ transfers }) => transfers),
      unread: unread.filter(({ txHash }) => isUnreadInAll(txHash)),
    },
  ]);
}

/** Of parts of a range. What is agreed in one is not disputed by what an endpoint tells of it in another. */
export function joinCompared(parts: readonly Compared[]): Compared {
  const agreed = new Map(parts.flatMap((part) => part.agreed.map((one) => [nameArrival(one), one])));
  const disputed = parts.flatMap((part) => part.disputed.filter((one) => !agreed.has(nameArrival(one))));
  return {
    agreed: [...agreed.values()],
    disputed: [...Map.groupBy(disputed, nameArrival).values()].map(joinTold),
    unread: parts.flatMap(({ unread }) => unread),
  };
}

/** All that is told of one transfer: so much of a surplus may be that, and from so early on. */
export function joinTold(readings: readonly ChainTransfer[]): ChainTransfer {
  const all = readings.flatMap(({ told, ...one }) => told ?? [one]);
  const told = [...new Map(all.map((one) => [describeArrival(one), one])).values()];
  const [earliest, ...later] = told.toSorted((left, right) => Number(left.position - right.position));
  if (earliest === undefined) throw new Error("nothing is told");
  if (later.length === 0) return earliest;
  const amounts = told.map(({ amountBase }) => amountBase);
  return { ...earliest, amountBase: amounts.reduce((most, base) => (base > most ? base : most)), told };
}

function describeArrival({ from, amountBase, reference, position, ref, time }: ChainTransfer): string {
  return JSON.stringify([from, String(amountBase), reference, String(position), ref, time.getTime()]);
}
