import type { Chains } from "./chains/chains.ts";
import type { Clock } from "./clock.ts";
import type { ClockGuard } from "./clockGuard.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Logger } from "./logger.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { Prices } from "./prices/prices.ts";
import type { Random } from "./random.ts";
import type { Telemetry } from "./telemetry/tracing.ts";
import type { BotApi } from "#server/messenger/botApi.ts";

/** What every handler and job uses. */
export interface App {
  config: Config;
  database: Database;
  clock: Clock;
  /** Checked before actions that cannot be undone. */
  clockGuard: ClockGuard;
  random: Random;
  logger: Logger;
  /** The configured chains, reachable or not. */
  chains: Chains;
  telegram: BotApi;
  /** null if no mail server is configured. */
  mailer: Mailer | null;
  prices: Prices;
  pictures: Pictures;
  telemetry: Telemetry;
}
