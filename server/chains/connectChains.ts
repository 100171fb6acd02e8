import type { CoinType } from "#domain/coins.ts";
import { repeat } from "#server/pause.ts";
import type { Logger } from "#server/logger.ts";
import { StartError } from "#server/startError.ts";
import type { Telemetry } from "#server/telemetry/tracing.ts";
import type { Chain, ChainFacts } from "./chain.ts";
import type { ChainLink, Chains, ChainState } from "./chains.ts";
import type { ConfiguredChain, ConfiguredChains } from "./readChains.ts";

/** How long the start waits for a chain's first answer. */
const FIRST_TRY_MS = 5_000;
const RETRY_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

interface ConnectOptions {
  logger: Logger;
  telemetry?: Telemetry | null;
  /** Throws StartError for a chain that is not the database's. */
  checkIdentity(chain: Chain): Promise<void>;
}

export interface ConnectedChains {
  chains: Chains;
  /** Stops the retries of unreachable chains. */
  stop(): Promise<void>;
}

/**
 * Connects to every configured chain. Retries an unreachable one in the background, so the server starts without it.
 * Throws StartError for a reachable chain that is not the database's.
 */
export async function connectChains(configured: ConfiguredChains, options: ConnectOptions): Promise<ConnectedChains> {
  const stopping = new AbortController();
  const links: [CoinType, Connection][] = Object.values(configured).map((chain) => [
    chain.facts.coinType,
    new Connection(chain, options),
  ]);
  const running = links.map(([, link]) => link.keepTrying(stopping.signal));
  try {
    await Promise.all(links.map(([, link]) => link.firstTry));
  } catch (error) {
    stopping.abort();
    throw error;
  }
  return {
    chains: Object.fromEntries(links),
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

class Connection implements ChainLink {
  readonly facts: ChainFacts;
  state: ChainState = "away";
  chain: Chain | null = null;
  /** Resolves with the first answer or after a timeout. Rejects with StartError for a foreign chain. */
  readonly firstTry: Promise<void>;
  readonly #configured: ConfiguredChain;
  readonly #options: ConnectOptions;
  #endFirstTry: (error?: StartError) => void = () => undefined;

  constructor(configured: ConfiguredChain, options: ConnectOptions) {
    this.facts = configured.facts;
    this.#configured = configured;
    this.#options = options;
    this.firstTry = new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, FIRST_TRY_MS);
      this.#endFirstTry = (error) => {
        clearTimeout(timer);
        if (error === undefined) resolve();
        else reject(error);
      };
    });
  }

  async keepTrying(signal: AbortSignal): Promise<void> {
    const { coinType } = this.facts;
    const { logger } = this.#options;
    await repeat(signal, {
      firstWaitMs: RETRY_MS,
      longestWaitMs: LONGEST_WAIT_MS,
      step: async (failures) => {
        if (!(await this.#connect())) return null;
        if (failures > 0) logger.warn({ coinType }, "the chain is reachable again");
        this.#endFirstTry();
        return null;
      },
      onFailure: (error, failures) => {
        if (failures === 0) logger.error({ coinType, error }, "the chain is unreachable: retrying");
        this.#endFirstTry();
      },
    });
  }

  /** False where it is another chain than the database's. */
  async #connect(): Promise<boolean> {
    const { logger, telemetry = null } = this.#options;
    try {
      const chain = await this.#configured.connect(logger, telemetry);
      await this.#options.checkIdentity(chain);
      this.chain = chain;
      this.state = "ready";
      return true;
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      this.state = "foreign";
      logger.error({ coinType: this.facts.coinType, reason: error.message }, "chain identity mismatch; chain disabled");
      this.#endFirstTry(error);
      return false;
    }
  }
}
