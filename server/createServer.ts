import type { FastifyInstance } from "fastify";
import type { CoinType } from "#domain/coins.ts";
import { warnOfUnreadable } from "./operator/sealed/reseal.ts";
import { type RunningAdmin, startAdmin } from "#server/operator/startAdmin.ts";
import type { App } from "./app.ts";
import { findDesk } from "./bot/bot.ts";
import { checkChainIdentity } from "./chains/checkChainIdentity.ts";
import { type Chains, listChains } from "./chains/chains.ts";
import { connectChains, type ConnectedChains } from "./chains/connectChains.ts";
import { warnOfPolicy } from "./chains/readChains.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type ClockGuard, createClockGuard, trustClock } from "./clockGuard.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { isLineOpen, openDatabase } from "./db/openDatabase.ts";
import { buildHttp } from "./http/buildHttp.ts";
import { createAuthority } from "#server/http/authenticate.ts";
import { handlers } from "./http/handlers.ts";
import { loadPage } from "./http/servePage.ts";
import { type RunningJobs, startJobs } from "./jobs/startJobs.ts";
import { type Logger, createLogger } from "./logger.ts";
import { connectMailer } from "./mail/connectMailer.ts";
import { openPictures } from "./pictures/pictures.ts";
import { askPriceFeed } from "./prices/askPriceFeed.ts";
import { createPrices } from "./prices/createPrices.ts";
import { NO_PRICES, type Prices } from "./prices/prices.ts";
import type { Random } from "./random.ts";
import { StartError } from "./startError.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { findTracing } from "./telemetry/findTracing.ts";
import { type Telemetry, type Tracing, traceWork } from "./telemetry/tracing.ts";
import type { BotApi } from "#server/messenger/botApi.ts";
import { connectBotApi } from "#server/messenger/connectBotApi.ts";

interface ServerOptions {
  clock: Clock;
  random: Random;
  /** By default, the system's clock, compared with the database's and the chain's; any other clock is trusted. */
  clockGuard?: ClockGuard;
  /** By default, JSON lines on standard output. */
  logger?: Logger;
  /** Answers 500 if a response is not declared in openapi.yaml. */
  checkResponses?: boolean;
}

export interface Server {
  app: App;
  /** Handles a request without a socket. */
  inject: FastifyInstance["inject"];
  /** Starts listening and the jobs; returns the address. Throws StartError if the port is taken. */
  listen(): Promise<string>;
  /** Ends requests, jobs and the database. */
  close(): Promise<void>;
}

/**
 * Builds the server from its settings, without listening yet.
 * Throws DatabaseUnavailable or StartError if a dependency is missing.
 */
export async function createServer(config: Config, options: ServerOptions): Promise<Server> {
  const { clock, random, checkResponses = false, logger = createProcessLogger(config, clock) } = options;
  if (config.isProduction && (await loadPage(config)) === null) {
    throw new StartError("The app is not built. Run npm run build.");
  }
  warnOfPolicy(config.requestedCoins, logger);
  warnOfHeldMoney(config, logger);
  warnOfOpenLine(config, logger);
  const { databaseUrl, databaseSharding: sharding } = config;
  const tracing = findTracing();
  const telemetry: Telemetry = { metrics: createMetrics(), tracing };
  const database = await openDatabase({ databaseUrl, sharding }, { logger, tracing });
  try {
    const [connected, telegram] = await Promise.all([
      connectChains(config.chains, {
        logger,
        telemetry,
        checkIdentity: (chain) => checkChainIdentity({ database, clock, logger }, chain),
      }),
      reachMessenger(config, tracing),
    ]);
    const { chains } = connected;
    const clockGuard = options.clockGuard ?? guardClock(clock, database, chains, logger);
    const mailer = config.mail === null ? null : connectMailer(config.mail, { logger, tracing });
    const prices = reachPrices(config, clock, { logger, tracing });
    const app: App = {
      config,
      database,
      clock,
      clockGuard,
      random,
      logger,
      chains,
      telegram,
      mailer,
      prices,
      pictures: openPictures(logger),
      telemetry,
    };
    const http = await buildHttp(app, { handlers, authority: createAuthority(app), checkResponses });
    return assemble(app, http, connected);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function assemble(app: App, http: FastifyInstance, connected: ConnectedChains): Server {
  let jobs: RunningJobs | undefined;
  let admin: RunningAdmin | undefined;
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await http.close();
    await admin?.stop();
    await jobs?.stop();
    // Also of a process without the bot's job: the messenger posts to each.
    await findDesk(app).finish();
    await app.pictures.close();
    await connected.stop();
    await app.database.close();
    await app.telemetry.tracing?.close();
  }

  return {
    app,
    inject: http.inject.bind(http),
    async listen() {
      const { port, host, adminPort } = app.config;
      admin = await startAdmin(app).catch(explainPort("ADMIN_PORT", adminPort));
      const address = await http.listen({ port, host }).catch(explainPort("PORT", port));
      jobs = startJobs(app);
      if (app.config.isProduction) void checkPublicUrl(app);
      void warnOfUnreadable(app).catch((error: unknown) =>
        app.logger.warn({ error }, "what is encrypted could not be looked through"),
      );
      return address;
    },
    close: () => (closing ??= close()),
  };
}

function explainPort(setting: string, port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === "EADDRINUSE") throw new StartError(`Port ${port} is taken. Set ${setting} to a free one.`);
    if (error.code === "EACCES") throw new StartError(`Port ${port} is not allowed. Set ${setting} to one above 1023.`);
    if (error.code === "EADDRNOTAVAIL")
      throw new StartError("This machine has no such address. Set HOST to one of its own.");
    throw error;
  };
}

function createProcessLogger(config: Config, clock: Clock): Logger {
  const { botToken, drawSecrets, databaseUrl, chains, logLevel, mail, priceApiUrl, webhookSecret } = config;
  const { operatorToken, statementKey, alarmWebhookUrl } = config;
  const databasePassword = decodeURIComponent(URL.parse(databaseUrl)?.password ?? "");
  const chainSecrets = Object.values(chains).flatMap((chain) => chain.secrets);
  return createLogger({
    level: logLevel,
    clock,
    secrets: [
      botToken,
      // Those of the app among them.
      ...drawSecrets,
      databasePassword,
      webhookSecret ?? "",
      mail?.password ?? "",
      priceApiUrl ?? "",
      operatorToken ?? "",
      statementKey ?? "",
      alarmWebhookUrl ?? "",
      ...chainSecrets,
    ],
    write: (line) => process.stdout.write(`${line}\n`),
  });
}

function guardClock(clock: Clock, database: Database, chains: Chains, logger: Logger): ClockGuard {
  if (clock !== systemClock) return trustClock(clock);
  return createClockGuard({
    clock,
    listChains: () => listChains(chains).flatMap(({ chain }) => chain ?? []),
    logger,
    readMonotonicMs: () => performance.now(),
    async readDatabaseTime() {
      const { rows } = await database.pool.query<{ at: Date }>("select clock_timestamp() as at");
      const [row] = rows;
      if (row === undefined) throw new Error("the database returned no time");
      return row.at;
    },
  });
}

/** The operator must know this before the first payment. */
function warnOfHeldMoney({ isProduction, chains }: Config, logger: Logger): void {
  if (!isProduction) return;
  for (const { facts, hasSigner } of Object.values(chains)) {
    if (hasSigner) continue;
    logger.warn(
      { coinType: facts.coinType },
      "nothing signs payouts of this coin: what people pay in stays with the operator, and no one can withdraw it",
    );
  }
}

/** Networks of one operator are often trusted, so this does not keep the server from starting. */
function warnOfOpenLine({ isProduction, databaseUrl }: Config, logger: Logger): void {
  if (!isProduction || !isLineOpen(databaseUrl)) return;
  logger.warn(
    { setting: "DATABASE_URL" },
    "the database is on another machine and the connection to it is not safe: use sslmode=verify-full",
  );
}

function reachPrices(
  { priceApiUrl }: Config,
  clock: Clock,
  { logger, tracing }: { logger: Logger; tracing: Tracing | null },
): Prices {
  if (priceApiUrl === null) return NO_PRICES;
  const ask = (coinType: CoinType) =>
    traceWork(tracing, { name: `price ${coinType}`, kind: "client" }, () => askPriceFeed(priceApiUrl, coinType));
  return createPrices({ ask, clock, logger });
}

async function reachMessenger(config: Config, tracing: Tracing | null): Promise<BotApi> {
  return connectBotApi(config, tracing).catch((error: unknown) => {
    const isRefused = error instanceof Error && "error_code" in error;
    throw new StartError(
      isRefused
        ? "The Bot API refuses BOT_TOKEN. Check it with @BotFather."
        : "The Bot API cannot be reached. Check BOT_API_URL and the network.",
    );
  });
}

const TIMEOUT_MS = 10_000;
const MOST_HOPS = 5;

/**
 * Warns where PUBLIC_URL leads to another origin: the messenger obeys an app only at the origin that the bot names. An
 * address that this machine cannot reach says nothing.
 */
export async function checkPublicUrl({ config, logger }: Pick<App, "config" | "logger">): Promise<void> {
  const own = new URL(config.publicUrl);
  let at = own;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const next = await readRedirect(at).catch(() => null);
    if (next === null) return;
    if (next.origin !== own.origin) {
      logger.warn({ setting: "PUBLIC_URL", reason: next.origin }, "PUBLIC_URL redirects to another origin");
      return;
    }
    at = next;
  }
}

async function readRedirect(url: URL): Promise<URL | null> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  const location = response.headers.get("location");
  return location === null || response.status < 300 || response.status >= 400 ? null : URL.parse(location, url);
}
