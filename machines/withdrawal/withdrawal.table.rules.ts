import type { components } from "#contract/schema.d.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { toFailure } from "../kit/failure.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { WithdrawalAccount, WithdrawalContext } from "./withdrawal.types.ts";

type Payout = components["schemas"]["Payout"];
type Context = WithdrawalContext;
type ErrorEvent = { error: unknown };
type AccountEvent = { output: WithdrawalAccount };
type PromptEvent = { output: SecurityCodePromptOutput };
type ReadEvent = { payout: Payout };

export const setFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
export const setAccount = (_: Context, { output }: AccountEvent): Partial<Context> => ({
  account: output,
  failure: null,
});
export const isError =
  (key: string) =>
  (_: Context, { error }: ErrorEvent): boolean => {
    const failure = toFailure(error);
    return failure.kind === "api" && failure.error === key;
  };

/** Why the prompt gave up, as an API error; null where it did not. */
const findRefusal = (output: SecurityCodePromptOutput): string | null =>
  output.status === "failed" && output.failure.kind === "api" ? output.failure.error : null;
export const isRefused =
  (...keys: string[]) =>
  (_: Context, { output }: PromptEvent): boolean =>
    keys.includes(findRefusal(output) ?? "");

/** The server has not said that no payout was made: no answer, its own trouble, or a refusal to look. */
export const isOpen = (_: Context, { output }: PromptEvent): boolean => {
  if (output.status !== "failed" || output.failure.kind === "unauthorized") return false;
  if (output.failure.kind !== "api") return true;
  return ["internal", "serviceUnavailable", "tooManyTries", "idempotencyConflict"].includes(output.failure.error);
};

export const NO_QUOTE = { quote: null, isUnanswered: false };
export const setRefusal = (_: Context, { output }: PromptEvent): Partial<Context> => ({
  failure: output.status === "failed" ? output.failure : null,
});
export const clearRefused = (context: Context, event: PromptEvent): Partial<Context> => ({
  ...NO_QUOTE,
  ...setRefusal(context, event),
});
/** What a reload finds once nothing is open. */
export const saveAmount = ({ amount }: Context) => [{ type: "draft.changed", saved: { amount, quote: null } }];
/** Whoever may have been paid out finds that after a reload too. */
export const saveAll = ({ amount, quote }: Context) => [{ type: "draft.changed", saved: { amount, quote } }];
export const saveKnown = (context: Context) => (context.isUnanswered ? saveAll(context) : saveAmount(context));

export const setPayout = (_: Context, { output }: { output: Payout }): Partial<Context> => ({
  payout: output,
  payoutId: output.payoutId,
  failure: null,
});
export const setRead = (_: Context, { payout }: ReadEvent): Partial<Context> => ({
  payout,
  payoutId: payout.payoutId,
  failure: null,
});

/** Base units of six decimals are enough to compare what a request can say. */
export const toMillionths = (amount: string): number => Math.round(Number(amount) * 1_000_000);
export const isRight = ({ amount, account }: Context): boolean =>
  /^(0|[1-9][0-9]*)([.][0-9]{1,6})?$/.test(amount) &&
  toMillionths(amount) > 0 &&
  (account === null || Number(amount) <= Number(account.balance));
export const cut = (balance: string): string => /^[0-9]+(?:[.][0-9]{0,5}[1-9])?/.exec(balance)?.[0] ?? "";

export const spend = ({ account }: Context, gross: string): Partial<Context> => {
  if (account === null) return {};
  const toWei = (amount: string) => BigInt(Math.round(Number(amount) * 1e9)) * 10n ** 9n;
  const restWei = toWei(account.balance) - toWei(gross);
  return { account: { ...account, balance: formatAmount(restWei > 0n ? restWei : 0n, 18) } };
};

export const openProof = {
  target: "proving.opening",
  emits: ({ proofUrl }: Context) => [{ type: "openProof", url: proofUrl }],
} as const;

export const ANOTHER = {
  target: "loading",
  changes: {
    payoutId: null,
    payout: null,
    failure: null,
  },
  emits: () => [{ type: "payout.changed", payoutId: null }],
} as const;
export const TYPED = { isTooSmall: false, showsProblems: false, failure: null };
