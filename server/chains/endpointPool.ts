import type { Logger } from "#server/logger.ts";
import { doubleWait, pause } from "#server/pause.ts";
import { isOnThisMachine, readHostName } from "#server/settingReader.ts";

type WarningLogger = Pick<Logger, "warn">;

/** Reads from one endpoint by its calls. Throws on an invalid answer. */
export type Read<C, T> = (call: C) => Promise<T>;

/** How the endpoints of a chain are asked. */
export interface EndpointKind<C> {
  /** In logs. */
  chain: string;
  /** The setting that names the endpoints, for messages to the operator. */
  setting: string;
  /** `place` counts from 0 in the setting. */
  createCall: (url: string, place: number) => C;
  /** What all endpoints must have in common: the chain that they are of. */
  identify: (call: C) => Promise<string>;
  /** Whether the endpoint has answered, although with an error. */
  isAnswer: (error: unknown) => boolean;
}

interface Endpoint<C> {
  call: C;
  /** Used in logs instead of the URL, which may contain a key. */
  label: string;
  /** Who runs it: two endpoints of one host are one witness. */
  host: string;
  /** Whether it is verified to be of the pool's chain. */
  isChecked: boolean;
  /** Failures since its last answer. */
  failures: number;
  /** Rounds in which it is asked last. */
  restingRounds: number;
  /** Whether its last answer was late: it is asked after those that were not. */
  isSlow: boolean;
}

/** An endpoint that goes on failing rests for so many rounds at most. */
const LONGEST_REST = 32;

/** An answer that takes longer is late. */
const SLOW_MS = 1_000;
/** Once two hosts have answered, the others are waited for so long. */
const GRACE_MS = 250;
/** Hosts whose answers are enough. */
const ENOUGH_HOSTS = 2;

/** Fewer endpoints answered than needed. */
class NoEndpointError extends Error {
  constructor(cause: unknown) {
    super("no RPC endpoint answers", { cause });
    this.name = "NoEndpointError";
  }
}

/**
 * Several endpoints of one chain behind one call. Prefers the endpoint that answered last and switches when it fails or is
 * late; one that goes on failing is asked last. Never uses an endpoint of another chain.
 */
export class EndpointPool<C> {
  /** As `identify` answered it. */
  readonly identity: string;
  /** Two endpoints of one host are one witness. */
  readonly hostCount: number;
  readonly #kind: EndpointKind<C>;
  readonly #endpoints: readonly Endpoint<C>[];
  readonly #logger: WarningLogger;
  #preferred = 0;

  private constructor(
    identity: string,
    kind: EndpointKind<C>,
    endpoints: readonly Endpoint<C>[],
    logger: WarningLogger,
  ) {
    this.identity = identity;
    this.#kind = kind;
    this.#endpoints = endpoints;
    this.hostCount = new Set(endpoints.map(({ host }) => host)).size;
    this.#logger = logger;
  }

  /**
   * Identifies every endpoint. Rejects if none answers, or if hosts name different chains and none of these is named by two
   * hosts and more than any other: one that lies keeps nobody from starting where two others agree.
   */
  static async connect<C>(
    urls: readonly string[],
    kind: EndpointKind<C>,
    logger: WarningLogger,
  ): Promise<EndpointPool<C>> {
    const distinctUrls = [...new Set(urls)];
    const calls = distinctUrls.map((url) => kind.createCall(url, urls.indexOf(url)));
    const answers = await Promise.allSettled(calls.map(kind.identify));
    const identified = answers.flatMap((answer, place) =>
      answer.status === "fulfilled" ? [{ identity: answer.value, host: readHost(distinctUrls[place] ?? "") }] : [],
    );
    if (identified.length === 0) {
      const first = answers.find((answer) => answer.status === "rejected");
      throw new NoEndpointError(first?.reason);
    }
    const identity = chooseIdentity(identified);
    if (identity === null) {
      const named = [...new Set(identified.map((answer) => answer.identity))];
      throw new Error(`The nodes of ${kind.setting} are of different chains: ${named.join(", ")}.`);
    }
    const endpoints = distinctUrls.map((url, place) => ({
      call: calls[place] ?? kind.createCall(url, place),
      host: readHost(url),
      failures: 0,
      restingRounds: 0,
      isSlow: false,
      label: `${place + 1} of ${distinctUrls.length} (${new URL(url).host})`,
      isChecked: isOf(answers[place], identity),
    }));
    return new EndpointPool(identity, kind, endpoints, logger);
  }

  /** The first valid answer of any endpoint. */
  async ask<T>(read: Read<C, T>): Promise<T> {
    const [answer] = await this.#askInTurn(1, read);
    if (answer === undefined) throw new NoEndpointError(undefined);
    this.#preferred = this.#endpoints.indexOf(answer.endpoint);
    return answer.value;
  }

  /** Valid answers of endpoints of two hosts, or of the only configured host. Rejects if fewer answer. */
  async quorumRead<T>(read: Read<C, T>): Promise<readonly T[]> {
    const answers = await this.#askInTurn(Math.min(ENOUGH_HOSTS, this.hostCount), read);
    return answers.map(({ value }) => value);
  }

  /**
   * Valid answers of the hosts, one of each, asked at the same time. Once two have answered, the others are waited for no
   * longer than `GRACE_MS`. What rests is asked only where fewer than `least` answer, or than there are. Rejects if fewer
   * answer.
   */
  async askEach<T>(least: number, read: Read<C, T>): Promise<readonly T[]> {
    const needed = Math.min(least, this.hostCount);
    const answers = new Map<string, T>();
    const { ready, resting } = this.#listInTurn();
    let failure = await this.#askHosts(ready, read, answers);
    if (answers.size < needed) failure = (await this.#askHosts(resting, read, answers)) ?? failure;
    if (answers.size < needed) throw new NoEndpointError(failure);
    return [...answers.values()];
  }

  /** As `askEach`, of every host that answers in time, also of those that rest. Two are needed, or the only one. */
  async askEvery<T>(read: Read<C, T>): Promise<readonly T[]> {
    const answers = new Map<string, T>();
    const failure = await this.#askHosts(this.#endpoints, read, answers, true);
    if (answers.size < Math.min(ENOUGH_HOSTS, this.hostCount)) throw new NoEndpointError(failure);
    return [...answers.values()];
  }

  /** Adds the answer of each host, and returns the last failure. */
  async #askHosts<T>(
    endpoints: readonly Endpoint<C>[],
    read: Read<C, T>,
    answers: Map<string, T>,
    isPatient = false,
  ): Promise<unknown> {
    let failure: unknown;
    const enough = Promise.withResolvers<void>();
    const askHost = async (ofHost: readonly Endpoint<C>[]): Promise<void> => {
      for (const endpoint of ofHost) {
        const answer = await this.#askOne(endpoint, read);
        if (!answer.isValid) {
          failure = answer.error;
          continue;
        }
        answers.set(endpoint.host, answer.value);
        if (answers.size >= ENOUGH_HOSTS) enough.resolve();
        return;
      }
    };
    const hosts = [...Map.groupBy(endpoints, ({ host }) => host).values()];
    const all = Promise.all(hosts.map(askHost));
    if (isPatient || hosts.length <= 1) {
      await all;
      return failure;
    }
    const over = new AbortController();
    await Promise.race([all, enough.promise.then(() => pause(GRACE_MS, over.signal))]);
    over.abort();
    return failure;
  }

  /** Tells every endpoint something, at the same time. Rejects when none of them answered, whatever it answered. */
  async broadcastToAll(tell: Read<C, unknown>): Promise<void> {
    const told = await Promise.all(
      this.#endpoints.map(async (endpoint) => {
        try {
          await this.#check(endpoint);
          await tell(endpoint.call);
          return true;
        } catch (error) {
          if (this.#kind.isAnswer(error)) return true;
          this.#noteFailure(endpoint, error);
          return false;
        }
      }),
    );
    if (!told.includes(true)) throw new NoEndpointError(undefined);
  }

  /** Asks one endpoint after the other, the preferred one first, until endpoints of so many hosts have answered. */
  async #askInTurn<T>(count: number, read: Read<C, T>): Promise<{ endpoint: Endpoint<C>; value: T }[]> {
    const answers: { endpoint: Endpoint<C>; value: T }[] = [];
    let failure: unknown;
    const { ready, resting } = this.#listInTurn();
    for (const endpoint of [...ready, ...resting]) {
      if (answers.length === count) break;
      if (answers.some((other) => other.endpoint.host === endpoint.host)) continue;
      const answer = await this.#askOne(endpoint, read);
      if (answer.isValid) answers.push({ endpoint, value: answer.value });
      else failure = answer.error;
    }
    if (answers.length < count) throw new NoEndpointError(failure);
    return answers;
  }

  async #askOne<T>(
    endpoint: Endpoint<C>,
    read: Read<C, T>,
  ): Promise<{ isValid: true; value: T } | { isValid: false; error: unknown }> {
    const askedMs = performance.now();
    try {
      await this.#check(endpoint);
      const value = await read(endpoint.call);
      endpoint.failures = 0;
      endpoint.isSlow = performance.now() - askedMs > SLOW_MS;
      return { isValid: true, value };
    } catch (error) {
      this.#noteFailure(endpoint, error);
      return { isValid: false, error };
    }
  }

  /** The preferred endpoint and those after it, the slow ones last, apart from the resting ones. */
  #listInTurn(): { ready: readonly Endpoint<C>[]; resting: readonly Endpoint<C>[] } {
    const inTurn = [...this.#endpoints.slice(this.#preferred), ...this.#endpoints.slice(0, this.#preferred)];
    const resting = inTurn.filter(({ restingRounds }) => restingRounds > 0);
    const ready = inTurn
      .filter(({ restingRounds }) => restingRounds === 0)
      .toSorted((left, right) => Number(left.isSlow) - Number(right.isSlow));
    for (const endpoint of resting) endpoint.restingRounds -= 1;
    return { ready, resting };
  }

  /** Lets the endpoint rest, longer with each failure, and logs its first, second, fourth, eighth … failure in a row. */
  #noteFailure(endpoint: Endpoint<C>, error: unknown): void {
    endpoint.failures += 1;
    endpoint.restingRounds = doubleWait(1, endpoint.failures - 1, LONGEST_REST);
    if (Number.isInteger(Math.log2(endpoint.failures))) this.#warn(endpoint, error);
  }

  #warn(endpoint: Endpoint<C>, error: unknown): void {
    this.#logger.warn(
      {
        chain: this.#kind.chain,
        reason: `endpoint ${endpoint.label}, failure ${endpoint.failures} in a row: ${describeFailure(error)}`,
      },
      "an RPC endpoint failed",
    );
  }

  async #check(endpoint: Endpoint<C>): Promise<void> {
    if (endpoint.isChecked) return;
    const identity = await this.#kind.identify(endpoint.call);
    if (identity !== this.identity) throw new Error(`it is of chain ${identity}, not ${this.identity}`);
    endpoint.isChecked = true;
  }
}

/** What two hosts name and more than any other, or what all of them name; null where there is no such identity. */
function chooseIdentity(answers: readonly { identity: string; host: string }[]): string | null {
  const hosts = new Map<string, Set<string>>();
  for (const { identity, host } of answers) hosts.set(identity, (hosts.get(identity) ?? new Set()).add(host));
  const [most, next] = [...hosts].toSorted(([, left], [, right]) => right.size - left.size);
  if (most === undefined) return null;
  const [identity, { size }] = most;
  return next === undefined || (size >= ENOUGH_HOSTS && size > next[1].size) ? identity : null;
}

function isOf(answer: PromiseSettledResult<string> | undefined, identity: string): boolean {
  return answer?.status === "fulfilled" && answer.value === identity;
}

/** On this machine every port is a node of its own. */
function readHost(url: string): string {
  const parsed = new URL(url);
  const name = readHostName(parsed);
  return isOnThisMachine(name) ? parsed.host : name;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error ? error.cause : null;
  return cause === null ? error.message : `${error.message}: ${cause.message}`;
}
