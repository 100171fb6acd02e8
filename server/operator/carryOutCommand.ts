import { toAddressKey } from "#domain/address/addressKey.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { type CoinType, WALLET_TYPES } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { acknowledgeUnread, listUnread } from "./unread.ts";
import { assignMoney, type UnmatchedMoney } from "./assignMoney.ts";
import { bookOutgoing, type OutgoingPayer } from "./bookOutgoing.ts";
import { confirmReport } from "./confirmReport.ts";
import { refusePayout, releasePayout } from "./decidePayout.ts";
import { ActionRefused, type ActionResult, type Decision, type OperatorApp } from "./decision.ts";
import { freeze, unfreeze } from "./freeze.ts";
import { raiseFee } from "./raiseFee.ts";
import { readAmount, readCoin, readIndex, readPerson, readTxId } from "./text.ts";
import { listDeadLetters, readQueue, redeliver } from "./redeliver.ts";
import { reseal } from "./sealed/reseal.ts";
import { returnFromCold } from "./returnFromCold.ts";
import { stopAutomatic } from "./stopAutomatic.ts";

/** An action as a command or the operators' page sends it: everything is text, as it was typed. */
export interface CommandRequest {
  operator: string;
  reason: string;
  isDryRun: boolean;
  /** By the names of the command's options. */
  values: Readonly<Record<string, string>>;
}

export interface CommandApp extends OperatorApp {
  config: Pick<App["config"], "appSecrets">;
  /** The chain of a coin. Null where it cannot be reached. */
  reachChain(coinType: CoinType): Promise<Chain | null>;
}

interface Values {
  /** Throws ActionRefused where nothing was typed. */
  read: (name: string) => string;
  has: (name: string) => boolean;
}

interface Command {
  /** Its options, as the command line explains them. */
  usage: string;
  run: (app: CommandApp, decision: Decision, values: Values) => Promise<ActionResult>;
}

/** Everything that operators do by hand, on the page and on the command line. */
const COMMANDS = {
  assign: {
    usage: "--user <Telegram id> (--tx <hash> [--index <n>] | --surplus <amount> --reference <case>) [--coin <coin>]",
    run: (app, decision, values) =>
      assignMoney(app, { ...decision, tgUserId: readPerson(values.read("user")), source: readSource(values) }),
  },
  "confirm-report": {
    usage: "--account <@name or number>",
    run: (app, decision, { read }) => confirmReport(app, { ...decision, account: read("account") }),
  },
  release: {
    usage: "--payout <id>   lets a held payout pass the limits",
    run: (app, decision, { read }) => releasePayout(app, { ...decision, payoutId: read("payout") }),
  },
  refuse: {
    usage: "--payout <id>   gives its money back",
    run: (app, decision, { read }) => refusePayout(app, { ...decision, payoutId: read("payout") }),
  },
  "raise-fee": {
    usage: "--payout <id> --amount <coin>   lets a sent payout cost more",
    run: (app, decision, { read }) => raiseFee(app, { ...decision, payoutId: read("payout"), amount: read("amount") }),
  },
  "stop-auto": {
    usage: "--user <Telegram id>   switches automatic payouts off",
    run: (app, decision, { read }) => stopAutomatic(app, { ...decision, tgUserId: readPerson(read("user")) }),
  },
  freeze: {
    usage: "--scope all | coin:<coin> | person:<Telegram id> | wallet:<type>:<address> | envelope:<id>",
    run: (app, decision, { read }) => freeze(app, { ...decision, scope: readScope(read("scope")) }),
  },
  unfreeze: {
    usage: "--scope <scope>",
    run: (app, decision, { read }) => unfreeze(app, { ...decision, scope: readScope(read("scope")) }),
  },
  "book-outgoing": {
    usage: "--tx <hash> --against unmatched | fees | cold | user:<Telegram id> [--coin <coin>]",
    run: async (app, decision, { read }) => {
      const coinType = readCoin(read("coin"));
      const txHash = readTxId(coinType, read("tx"));
      const against = readPayer(read("against"));
      const chain = await app.reachChain(coinType);
      if (chain === null) throw new ActionRefused("The chain cannot be reached. Try again later.");
      return bookOutgoing(app, chain, { ...decision, coinType, txHash, against });
    },
  },
  "return-from-cold": {
    usage: "--tx <hash> [--index <n>] [--coin <coin>]",
    run: (app, decision, { read }) => {
      const coinType = readCoin(read("coin"));
      const [txHash, index] = [readTxId(coinType, read("tx")), readIndex(read("index"))];
      return returnFromCold(app, { ...decision, coinType, txHash, index });
    },
  },
  "list-unread": { usage: "  transactions that are set aside", run: (app) => listUnread(app) },
  acknowledge: {
    usage: "--tx <hash> [--coin <coin>]   somebody has looked at one",
    run: (app, decision, { read }) => {
      const coinType = readCoin(read("coin"));
      return acknowledgeUnread(app, { ...decision, coinType, txHash: readTxId(coinType, read("tx")) });
    },
  },
  reseal: {
    usage: "  encrypts everything anew under the newest secret of APP_SECRET",
    run: (app, decision) => reseal(app, decision),
  },
  "dead-letters": {
    usage: "  messages that could not be delivered, and what jobs could not do",
    run: (app) => listDeadLetters(app),
  },
  redeliver: {
    usage: "--queue <name> --letter <id or all>",
    run: (app, decision, { read }) => {
      const letter = read("letter");
      return redeliver(app, { ...decision, queue: readQueue(read("queue")), letter: letter === "all" ? null : letter });
    },
  },
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** A line for each command. */
export const COMMAND_LINES = Object.entries(COMMANDS).map(([name, { usage }]) => `${name} ${usage}`);

/** The options of all commands. */
export const COMMAND_OPTIONS = new Set(COMMAND_LINES.flatMap((line) => line.match(/(?<=--)[a-z]+/g) ?? []));

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** Parses and carries out an operator's action. Throws ActionRefused. */
export async function carryOutCommand(
  app: CommandApp,
  name: CommandName,
  { operator, reason, isDryRun, values }: CommandRequest,
): Promise<ActionResult> {
  const find = (option: string) => values[option]?.trim() ?? "";
  const read = (option: string) => {
    if (find(option) === "") throw new ActionRefused(`--${option} is missing.`);
    return find(option);
  };
  const has = (option: string) => find(option) !== "";
  return COMMANDS[name].run(app, { operator, reason, isDryRun }, { read, has });
}

/** A transfer by its hash, or a part of the surplus under the name of its case. */
function readSource({ read, has }: Values): UnmatchedMoney {
  const coinType = readCoin(read("coin"));
  if (has("tx") === has("surplus")) throw new ActionRefused("Give --tx or --surplus.");
  if (has("tx")) {
    return { kind: "transfer", coinType, txHash: readTxId(coinType, read("tx")), index: readIndex(read("index")) };
  }
  const reference = read("reference");
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(reference)) {
    throw new ActionRefused("--reference must name the case: 1 to 64 letters, digits, dots, hyphens, underscores.");
  }
  return { kind: "surplus", coinType, amountBase: readAmount(coinType, "surplus", read("surplus")), reference };
}

function readPayer(text: string): OutgoingPayer {
  if (text === "unmatched" || text === "fees" || text === "cold") return text;
  const [, id] = /^user:(.+)$/.exec(text) ?? [];
  if (id === undefined) throw new ActionRefused("--against must be unmatched, fees, cold or user:<Telegram id>.");
  return { tgUserId: readPerson(id) };
}

/** The scope as it is stored, so that one thing has one name. */
function readScope(text: string): string {
  const [kind = "", ...rest] = text.split(":");
  const name = rest.join(":");
  if (text === FREEZE_SCOPES.all) return text;
  if (kind === "coin") return FREEZE_SCOPES.coin(readCoin(name));
  if (kind === "person") return FREEZE_SCOPES.person(readPerson(name));
  if (kind === "envelope" && /^[A-Za-z0-9_-]{1,64}$/.test(name)) return FREEZE_SCOPES.envelope(name);
  if (kind === "wallet") {
    const [type, ...address] = rest;
    const walletType = WALLET_TYPES.find((known) => known === type);
    const written = walletType === undefined ? null : ADDRESS_RULES[walletType].normalize(address.join(":"));
    if (walletType !== undefined && written !== null) {
      return FREEZE_SCOPES.wallet(walletType, toAddressKey(walletType, written));
    }
  }
  throw new ActionRefused(
    "--scope must be all, coin:<coin>, person:<Telegram id>, wallet:<type>:<address> or envelope:<id>.",
  );
}
