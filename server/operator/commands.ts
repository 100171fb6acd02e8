import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import {
  ACCOUNT,
  type Arg,
  COIN,
  FEE,
  INDEX,
  LETTER,
  PAYER,
  PAYOUT,
  PERSON,
  QUEUE,
  readCoin,
  REFERENCE,
  SCOPE,
  STRAY_OUTCOME,
  SURPLUS,
  toOptional,
  TRANSACTION,
} from "./args.ts";
import { assignMoney } from "./assignMoney.ts";
import { bookOutgoing } from "./bookOutgoing.ts";
import { confirmReport } from "./confirmReport.ts";
import { refusePayout, releasePayout, stopAutomatic } from "./decidePayout.ts";
import { ActionRefused, type ActionResult, type Decision, type OperatorApp } from "./decision.ts";
import { freeze, unfreeze } from "./freeze.ts";
import { raiseFee } from "./raiseFee.ts";
import { returnFromCold } from "./returnFromCold.ts";
import { reseal } from "./sealed/reseal.ts";
import { listStrays, settleStray } from "./strays.ts";
import { acknowledgeUnread, endDispute, listDeadLetters, listUnread, redeliver } from "./setAside.ts";

/** An action as a command or the operators' page sends it: everything is text, as it was typed. */
export interface CommandRequest {
  operator: string;
  reason: string;
  isDryRun: boolean;
  /** By the names of the command's arguments. */
  values: Readonly<Record<string, string>>;
}

export interface CommandApp extends OperatorApp {
  config: Pick<App["config"], "appSecrets" | "drawSecrets">;
  /** The chain of a coin. Null where it cannot be reached. */
  reachChain(coinType: CoinType): Promise<Chain | null>;
}

type Args = Readonly<Record<string, Arg<unknown>>>;
type Given<A extends Args> = { readonly [Key in keyof A]: ReturnType<A[Key]["read"]> };

export interface Command {
  args: readonly Arg<unknown>[];
  /** What the page's button for it says; null for what the page lists by itself. */
  title: string | null;
  /** What the command line says of it. */
  about: string;
  run(app: CommandApp, request: CommandRequest): Promise<ActionResult>;
}

/** `args` are called as `run` takes what was read of them. */
function command<A extends Args>(
  title: string | null,
  about: string,
  args: A,
  run: (app: CommandApp, given: Decision & Given<A>) => Promise<ActionResult>,
): Command {
  return {
    args: Object.values(args),
    title,
    about,
    run: async (app, { values, ...decision }) => run(app, { ...decision, ...readArgs(args, values) }),
  };
}

function readArgs<A extends Args>(args: A, values: CommandRequest["values"]): Given<A> {
  const find = (arg: Arg<unknown>) => values[arg.name]?.trim() || (arg.default ?? "");
  const coinType = readCoin(find(COIN));
  const given = Object.entries(args).map(([key, arg]) => {
    const text = find(arg);
    if (text === "" && arg.isOptional !== true) throw new ActionRefused(`--${arg.name} is missing.`);
    return [key, text === "" ? null : arg.read(text, coinType)];
  });
  return Object.fromEntries(given) as Given<A>;
}

/** Everything that operators do by hand: the page's forms, the command line and its help are made from it. */
export const COMMANDS = {
  assign: command(
    "Assign",
    "an unmatched transfer, or a part of the surplus by --surplus and --reference",
    {
      coinType: COIN,
      txHash: toOptional(TRANSACTION),
      index: INDEX,
      amountBase: toOptional(SURPLUS),
      reference: toOptional(REFERENCE),
      tgUserId: PERSON,
    },
    (app, { coinType, txHash, index, amountBase, reference, ...decision }) => {
      if ((txHash === null) === (amountBase === null)) throw new ActionRefused("Give --tx or --surplus.");
      if (txHash !== null)
        return assignMoney(app, { ...decision, source: { kind: "transfer", coinType, txHash, index } });
      if (amountBase === null || reference === null) throw new ActionRefused("--reference is missing.");
      return assignMoney(app, { ...decision, source: { kind: "surplus", coinType, amountBase, reference } });
    },
  ),
  "confirm-report": command("Confirm the reports of an account", "", { account: ACCOUNT }, confirmReport),
  release: command("Release", "lets a held payout pass the limits", { payoutId: PAYOUT }, releasePayout),
  refuse: command("Refuse", "gives its money back", { payoutId: PAYOUT }, refusePayout),
  "raise-fee": command(
    "Let a payout cost more",
    "lets a sent payout cost more",
    { payoutId: PAYOUT, amount: FEE },
    raiseFee,
  ),
  "stop-auto": command(
    "Stop automatic payouts",
    "switches automatic payouts off",
    { tgUserId: { ...PERSON, label: "Of person" } },
    stopAutomatic,
  ),
  freeze: command("Freeze", "", { scope: SCOPE }, freeze),
  unfreeze: command("Unfreeze", "", { scope: { ...SCOPE, hint: "<scope>" } }, unfreeze),
  "book-outgoing": command(
    "Book what was sent by hand",
    "",
    { coinType: COIN, txHash: TRANSACTION, against: PAYER },
    async (app, decision) => {
      const chain = await app.reachChain(decision.coinType);
      if (chain === null) throw new ActionRefused("The chain cannot be reached. Try again later.");
      return bookOutgoing(app, chain, decision);
    },
  ),
  "return-from-cold": command(
    "Book as back from cold",
    "",
    { coinType: COIN, txHash: TRANSACTION, index: INDEX },
    returnFromCold,
  ),
  "list-unread": command(null, "transactions that are set aside", {}, listUnread),
  acknowledge: command(
    "Mark as looked at",
    "somebody has looked at one",
    { coinType: COIN, txHash: TRANSACTION },
    acknowledgeUnread,
  ),
  "end-dispute": command(
    "End a dispute",
    "a transfer that nodes tell differently is no payment",
    { coinType: COIN, txHash: TRANSACTION },
    endDispute,
  ),
  "list-strays": command(null, "what came to another coin's treasury", {}, listStrays),
  "settle-stray": command(
    "Mark as sent back or on",
    "what came to another coin's treasury was sent back, or on to its own",
    { coinType: COIN, txHash: TRANSACTION, outcome: STRAY_OUTCOME },
    settleStray,
  ),
  reseal: command(null, "encrypts everything anew under the newest secret of APP_SECRET", {}, reseal),
  "dead-letters": command(
    null,
    "messages that could not be delivered, and what jobs could not do",
    {},
    listDeadLetters,
  ),
  redeliver: command("Deliver again", "", { queue: QUEUE, letter: LETTER }, redeliver),
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** A line for each command. */
export const COMMAND_LINES = Object.entries(COMMANDS).map(([name, { args, about }]) => {
  const canLeave = (arg: Arg<unknown>) => arg.isOptional === true || arg.default !== undefined;
  const needed = args.filter((arg) => !canLeave(arg)).map((arg) => `--${arg.name} ${arg.hint}`);
  const left = args.filter(canLeave).map((arg) => `[--${arg.name} ${arg.hint}]`);
  return [name, ...needed, ...left].join(" ") + (about === "" ? "" : `   ${about}`);
});

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** Parses and carries out an operator's action. Throws ActionRefused. */
export function carryOutCommand(app: CommandApp, name: CommandName, request: CommandRequest): Promise<ActionResult> {
  return COMMANDS[name].run(app, request);
}
