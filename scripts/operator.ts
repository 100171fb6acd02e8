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
import { DatabaseUnavailable } from "#server/db/database.ts";
import { COIN } from "#server/operator/args.ts";
import {
  COMMANDS,
  COMMAND_LINES,
  type CommandName,
  type CommandRequest,
  carryOutCommand,
  isCommandName,
} from "#server/operator/commands.ts";
import { ActionRefused, type ActionResult } from "#server/operator/decision.ts";
import { createSettingReader } from "#server/settingReader.ts";
import { StartError } from "#server/startError.ts";
import { systemRandom } from "#server/random.ts";
import { PROCESS, type Surroundings } from "./run/surroundings.ts";
import { withDatabase } from "./run/withDatabase.ts";

const USAGE = [
  'npm run operator -- <action> … --reason "<why>" [--by <name>] [--book]',
  `  --coin <coin>   ${COIN.default} by default`,
  "  --by <name>     who decides; by default the user of this machine",
  "  --book          does it; without it nothing changes",
  ...COMMAND_LINES,
].join("\n");

const TEXTS = new Set(["by", "reason", ...Object.values(COMMANDS).flatMap(({ args }) => args.map((arg) => arg.name))]);
const OPTION_NAMES = new Set(["book", ...TEXTS].map((option) => `--${option}`));

interface Asked {
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

function readCommand(args: readonly string[]): Asked {
  const texts = Object.fromEntries([...TEXTS].map((option) => [option, { type: "string" }] as const));
  const { values, positionals } = parseArgs({
    args: joinValues(args),
    allowPositionals: true,
    options: { ...texts, book: { type: "boolean" } },
  });
  const [name = "", ...rest] = positionals;
  if (rest.length > 0 || !isCommandName(name)) throw new ActionRefused(USAGE);
  const typed = Object.fromEntries(
    Object.entries(values).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
  );
  const { by: operator = os.userInfo().username, reason = "" } = typed;
  return { name, request: { operator, reason, isDryRun: values.book !== true, values: typed } };
}

/** The chain that the settings name, where it is the one of this database. */
async function connectChain(
  coinType: CoinType,
  env: Surroundings["env"],
  app: Pick<App, "database" | "clock" | "logger">,
): Promise<Chain | null> {
  const reader = createSettingReader(env);
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

function describeResult({ summary, isDone, isRepeat, isList }: ActionResult): string {
  if (isList === true) return summary;
  if (isRepeat) return `${summary}\nIt is so already; nothing has changed.`;
  return `${summary}\n${isDone ? "Done." : "Nothing is done yet. Add --book to do it."}`;
}

/** Carries out what the arguments say, and answers the exit code. */
export async function operate(args: readonly string[], { env, write, warn }: Surroundings): Promise<number> {
  try {
    const { name, request } = readCommand(args);
    const result = await withDatabase({ env, warn }, (database, logger) => {
      const clock = systemClock;
      const reachChain = (coinType: CoinType) => connectChain(coinType, env, { database, clock, logger });
      const { readList } = createSettingReader(env);
      const appSecrets = readList("APP_SECRET");
      const config = { appSecrets, drawSecrets: [...readList("DRAW_KEY"), ...appSecrets] };
      return carryOutCommand({ database, clock, random: systemRandom, config, reachChain }, name, request);
    });
    write(describeResult(result));
    return 0;
  } catch (error) {
    // `parseArgs` throws a TypeError with a code for an unknown option.
    const isRefused = error instanceof ActionRefused || (error instanceof TypeError && "code" in error);
    warn(isRefused || error instanceof DatabaseUnavailable ? error.message : error);
    return isRefused ? 1 : 2;
  }
}

if (import.meta.main) process.exitCode = await operate(process.argv.slice(2), PROCESS);
