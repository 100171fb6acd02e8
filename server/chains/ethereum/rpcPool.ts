import type { Logger } from "#server/logger.ts";
import { StartError } from "#server/startError.ts";
import { callJsonRpc, JsonRpcError } from "./jsonRpc.ts";

type WarningLogger = Pick<Logger, "warn">;

/** A JSON-RPC call to one endpoint. */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Reads from one endpoint. Throws on an invalid answer. */
export type Read<T> = (call: Call) => Promise<T>;

interface Endpoint {
  url: string;
  /** Used in logs instead of the URL, which may contain a key. */
  label: string;
  /** Whether its chain id is verified to be the pool's. */
  isChecked: boolean;
}

/** Fewer endpoints answered than needed. */
class NoEndpointError extends Error {
  constructor(cause: unknown) {
    super("no RPC endpoint answers", { cause });
    this.name = "NoEndpointError";
  }
}

/**
 * Several endpoints of one chain behind one call. Prefers the endpoint that answered last and switches when it fails.
 * Never uses an endpoint of another chain.
 */
export class RpcPool {
  readonly chainId: number;
  readonly #endpoints: Endpoint[];
  readonly #logger: WarningLogger;
  #preferred = 0;

  private constructor(chainId: number, endpoints: Endpoint[], logger: WarningLogger) {
    this.chainId = chainId;
    this.#endpoints = endpoints;
    this.#logger = logger;
  }

  /** Reads the chain id of every endpoint. Rejects if none answers or they belong to different chains. */
  static async connect(urls: readonly string[], logger: WarningLogger): Promise<RpcPool> {
    const distinctUrls = [...new Set(urls)];
    const answers = await Promise.allSettled(distinctUrls.map(readChainId));
    const chainIds = new Set(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
    const [chainId, other] = chainIds;
    if (chainId === undefined) {
      const first = answers.find((answer) => answer.status === "rejected");
      throw new NoEndpointError(first?.reason);
    }
    if (other !== undefined) {
      throw new StartError(`The nodes of ETH_RPC_URLS are of different chains: ${[...chainIds].join(", ")}.`);
    }
    const endpoints = distinctUrls.map((url, place) => ({
      url,
      label: `${place + 1} of ${distinctUrls.length} (${new URL(url).host})`,
      isChecked: answers[place]?.status === "fulfilled",
    }));
    return new RpcPool(chainId, endpoints, logger);
  }

  /** The first valid answer of any endpoint. */
  async ask<T>(read: Read<T>): Promise<T> {
    const [answer] = await this.#askInTurn(1, read);
    if (answer === undefined) throw new NoEndpointError(undefined);
    this.#preferred = answer.place;
    return answer.value;
  }

  /** Valid answers of two endpoints, or of the only configured one. Rejects if fewer answer. */
  async askTwo<T>(read: Read<T>): Promise<readonly T[]> {
    const answers = await this.#askInTurn(Math.min(2, this.#endpoints.length), read);
    return answers.map(({ value }) => value);
  }

  /** Tells every endpoint something, at the same time. Rejects when none of them answered, whatever it answered. */
  async tellAll(tell: Read<unknown>): Promise<void> {
    const told = await Promise.all(
      this.#endpoints.map(async (endpoint) => {
        try {
          await this.#check(endpoint);
          await tell((method, params) => callJsonRpc(endpoint.url, method, params));
          return true;
        } catch (error) {
          if (error instanceof JsonRpcError) return true;
          this.#warn(endpoint, error);
          return false;
        }
      }),
    );
    if (!told.includes(true)) throw new NoEndpointError(undefined);
  }

  /** Asks one endpoint after the other, the preferred one first, until so many have answered. */
  async #askInTurn<T>(count: number, read: Read<T>): Promise<{ place: number; value: T }[]> {
    const first = this.#preferred;
    const answers: { place: number; value: T }[] = [];
    let failure: unknown;
    for (let step = 0; step < this.#endpoints.length && answers.length < count; step += 1) {
      const place = (first + step) % this.#endpoints.length;
      const endpoint = this.#endpoints[place];
      if (endpoint === undefined) break;
      try {
        await this.#check(endpoint);
        answers.push({ place, value: await read((method, params) => callJsonRpc(endpoint.url, method, params)) });
      } catch (error) {
        failure = error;
        this.#warn(endpoint, error);
      }
    }
    if (answers.length < count) throw new NoEndpointError(failure);
    return answers;
  }

  #warn(endpoint: Endpoint, error: unknown): void {
    this.#logger.warn(
      { chain: "ethereum", reason: `endpoint ${endpoint.label}: ${describeFailure(error)}` },
      "an RPC endpoint failed",
    );
  }

  async #check(endpoint: Endpoint): Promise<void> {
    if (endpoint.isChecked) return;
    const chainId = await readChainId(endpoint.url);
    if (chainId !== this.chainId) throw new Error(`it is of chain ${chainId}, not ${this.chainId}`);
    endpoint.isChecked = true;
  }
}

async function readChainId(url: string): Promise<number> {
  const chainId = Number(await callJsonRpc(url, "eth_chainId", []));
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new Error("it names no chain id");
  return chainId;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error ? error.cause : null;
  return cause === null ? error.message : `${error.message}: ${cause.message}`;
}
