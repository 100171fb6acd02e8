import { fromPromise } from "xstate";
import { COINS } from "#domain/coins.ts";
import { isAmountText } from "#domain/money/amount.ts";
import { createCountdown } from "#machines/kit/countdown.ts";
import { type ActorsOf, provideAll } from "#machines/kit/provide.ts";
import { payoutFollowChild } from "#machines/kit/follow/payoutFollow.ts";
import { SAVED_VERSION, type SavedWithdrawal } from "#machines/withdrawal/savedWithdrawal.ts";
import { type WithdrawalInput, withdrawalMachine } from "#machines/withdrawal/withdrawal.machine.ts";
import { viewWithdrawal } from "#machines/withdrawal/withdrawal.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";
import { isRecord, parseFields } from "#src/adapters/drafts.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { buildBindingPath, buildWithdrawPath } from "#src/routes/links.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";
import { defineFlow } from "./flow.ts";
import { createPayoutFollowActors, loadPayout } from "./payoutFollow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

function createWithdrawalActors({ api }: { api: Api }): ActorsOf<typeof withdrawalMachine> {
  return {
    loadAccount: fromPromise(async ({ input: { coinType, payoutId }, signal }) => {
      const [{ balance }, { items }, safety, payout] = await Promise.all([
        api.get("/v1/user/accountAmountInfo", { coinType }, signal),
        api.get("/v1/wallet/list", {}, signal),
        loadAccountSafety(api, signal),
        payoutId === null ? null : loadPayout(api, payoutId, signal),
      ]);
      const wallet = items.find(({ type }) => type === COINS[coinType].walletType) ?? null;
      const { email, hasSecurityCode } = safety;
      const spendingBlocks = safety.spendingBlocks.filter((block) => [null, coinType].includes(block.coinType));
      return { balance, wallet, email, hasSecurityCode, spendingBlocks, payout };
    }),
    makeProofLink: fromPromise(async ({ input: { coinType }, signal }) => {
      const { walletType } = COINS[coinType];
      // What is connected inside the messenger is proven there, too, and the way leads back from there.
      if (MESSENGER_WALLET_KINDS[walletType] !== undefined) {
        return { paymentUrl: buildBindingPath(buildWithdrawPath(coinType), walletType) };
      }
      const body = { proveType: walletType };
      const { paymentUrl } = await api.post("/v1/user/paymentCode", body, signal);
      return { paymentUrl };
    }),
    loadQuote: fromPromise(({ input, signal }) => api.get("/v1/wallet/payoutQuote", input, signal)),
    cancelPayout: fromPromise(async ({ input, signal }) => {
      const { payout } = await api.post("/v1/wallet/cancelPayout", input, signal);
      return payout;
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
    payoutFollow: provideAll(payoutFollowChild, createPayoutFollowActors({ api })),
    countdown: createCountdown(watchServerTime),
  };
}

/** Null for what is missing, of another version, or not ours. */
export function parseSavedWithdrawal(text: string | null): SavedWithdrawal | null {
  const kept = parseFields(text);
  if (kept?.version !== SAVED_VERSION || typeof kept.amount !== "string") return null;
  const { amount, quote } = kept;
  return quote === null || isQuote(quote) ? { amount, quote } : null;
}

function isQuote(value: unknown): value is SavedWithdrawal["quote"] & object {
  return (
    isRecord(value) &&
    [value.quoteId, value.toAddress, value.expiresAt, value.net].every((field) => typeof field === "string") &&
    isDecimal(value.gross) &&
    isDecimal(value.fee)
  );
}

/** A fee has more decimals than an amount that is asked for. */
function isDecimal(value: unknown): boolean {
  return typeof value === "string" && isAmountText(value.replace(/(\.[0-9]{1,6})[0-9]{0,12}$/u, "$1"));
}

/** Open with `{ type: "ui.open" }`. */
export const withdrawalFlow = defineFlow("withdrawal", withdrawalMachine, createWithdrawalActors, viewWithdrawal, {
  prepare: ({ drafts }, asked: Omit<WithdrawalInput, "saved">) => {
    const draftKey = `withdraw.${asked.coinType}`;
    return { draftKey, input: { ...asked, saved: parseSavedWithdrawal(drafts.read(draftKey)) } };
  },
});
