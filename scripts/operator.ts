/**
 * `npm run operator -- <action> …`: what operators do by hand; USAGE lists it. It shows what it would do, and does it with
 * `--book`. Exit code 1 when the booking is refused, 2 when the database cannot be reached.
 */
import os from "node:os";
import { parseArgs } from "node:util";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { checkChainIdentity } from "#server/chains/checkChainIdentity.ts";
import { readChains } from "#server/chains/readChains.ts";
import { systemClock } from "#server/clock.ts";
import { DatabaseUnavailable } from "#server/db/databaseUnavailable.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { createLogger } from "#server/logger.ts";
import {
  carryOutCommand,
  COMMAND_LINES,
  COMMAND_OPTIONS,
  type CommandApp,
  type CommandName,
  type CommandRequest,
  isCommandName,
} from "#server/operator/carryOutCommand.ts";
import { ActionRefused, type ActionResult } from "#server/operator/decision.ts";
import { createSettingReader } from "#server/settingReader.ts";
import { StartError } from "#server/startError.ts";
import { systemRandom } from "#server/random.ts";
import { withDatabaseUrl } from "./run/withDatabaseUrl.ts";

const USAGE = [
  'npm run operator -- <action> … --reason "<why>" [--by <name>] [--book]',
  "  --coin <coin>   eth by default",
  "  --by <name>     who decides; by default the user of this machine",
  "  --book          does it; without it nothing changes",
  ...COMMAND_LINES,
].join("\n");

const TEXT = { type: "string" } as const;
const OPTIONS = {
  ...Object.fromEntries([...COMMAND_OPTIONS].map((option) => [option, TEXT])),
  reason: TEXT,
  index: { ...TEXT, default: "0" },
  coin: { ...TEXT, default: "eth" },
  by: { ...TEXT, default: os.userInfo().username },
  book: { type: "boolean", default: false },
} as const;
const OPTION_NAMES = new Set(Object.keys(OPTIONS).map((option) => `--${option}`));

interface Command {
  name: CommandName;
  request: CommandRequest;
}

/** An id may begin with a dash. `parseArgs` takes it for an option then, unless it is written as `--name=id`. */
function joinValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1) ?? "";
    const isValue = last !== "--book" && OPTION_NAMES.has(last) && arg.startsWith("-") && !OPTION_NAMES.has(arg);
    if (isValue) joined.splice(-1, 1, `${last}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

function readCommand(): Command {
  const { values, positionals } = parseArgs({
    args: joinValues(process.argv.slice(2)),
    allowPositionals: true,
    options: OPTIONS,
  });
  const [name = "", ...rest] = positionals;
  if (rest.length > 0 || !isCommandName(name)) throw new ActionRefused(USAGE);
  const { by: operator, reason = "", book, ...typed } = values;
  return { name, request: { operator, reason, isDryRun: !book, values: typed } };
}

async function run({ name, request }: Command): Promise<ActionResult> {
  const carryOut = (app: CommandApp) => carryOutCommand(app, name, request);
  return withDatabaseUrl((databaseUrl) => carryOutIn(databaseUrl, carryOut));
}

async function carryOutIn(
  databaseUrl: string,
  carryOut: (app: CommandApp) => Promise<ActionResult>,
): Promise<ActionResult> {
  const write = (line: string) => console.error(line);
  const logger = createLogger({ level: "error", clock: systemClock, secrets: [], write });
  const database = await openDatabase({ databaseUrl }, { logger, isTool: true });
  try {
    const reachChain = (coinType: CoinType) => connectChain(coinType, { database, clock: systemClock, logger });
    const config = { appSecrets: createSettingReader(process.env).readList("APP_SECRET") };
    return await carryOut({ database, clock: systemClock, random: systemRandom, config, reachChain });
  } finally {
    await database.close();
  }
}

/** The chain that the settings name, where it is the one of this database. */
async function connectChain(
  coinType: CoinType,
  app: Pick<App, "database" | "clock" | "logger">,
): Promise<Chain | null> {
  const reader = createSettingReader(process.env);
  const configured = readChains(reader, [coinType])[coinType];
  if (reader.problems.length > 0) throw new ActionRefused(`settings: ${reader.problems.join("; ")}`);
  const chain = (await configured?.connect(app.logger).catch(refuseStart)) ?? null;
  if (chain !== null) await checkChainIdentity(app, chain).catch(refuseStart);
  return chain;
}

function refuseStart(error: unknown): null {
  if (error instanceof StartError) throw new ActionRefused(error.message, { cause: error });
  return null;
}

function printAction({ summary, isDone, isRepeat, isList }: ActionResult): void {
  console.log(summary);
  if (isList === true) return;
  if (isRepeat) console.log("It is so already; nothing has changed.");
  else console.log(isDone ? "Done." : "Nothing is done yet. Add --book to do it.");
}

try {
  printAction(await run(readCommand()));
} catch (error) {
  // `parseArgs` throws a TypeError with a code for an unknown option.
  const isRefused = error instanceof ActionRefused || (error instanceof TypeError && "code" in error);
  console.error(isRefused || error instanceof DatabaseUnavailable ? error.message : error);
  process.exitCode = isRefused ? 1 : 2;
}
