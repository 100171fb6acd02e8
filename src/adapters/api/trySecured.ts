import type { components } from "#contract/schema.d.ts";
import type { SecuredAttempt, SecuredResult } from "#machines/securityCodePrompt/securedAttempt.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";

import type { Api } from "./createApi.ts";

type BindAttempt = Extract<SecuredAttempt, { kind: "bindWallet" }>;
type UnbindAttempt = Extract<SecuredAttempt, { kind: "unbindWallet" }>;
type EmailAttempt = Extract<SecuredAttempt, { kind: "updateEmail" }>;
type PayoutAttempt = Extract<SecuredAttempt, { kind: "payout" }>;
type AutoPayoutAttempt = Extract<SecuredAttempt, { kind: "autoPayout" }>;
type BalanceAttempt = Extract<SecuredAttempt, { kind: "payFromBalance" }>;
type CodeAttempt = Extract<SecuredAttempt, { kind: "changeSecurityCode" }>;

/** Goes with a call that may ask for the security code; empty without one. */
interface Secret {
  securityCode?: string;
}

export async function bindWallet(
  api: Api,
  { type, address, proof }: Omit<BindAttempt, "kind">,
  secret: Secret,
  signal: AbortSignal,
) {
  const body = { type, address, ...(proof === undefined ? {} : { proof }), ...secret };
  const { wallet } = await api.call((client) => client.POST("/v1/wallet/bind", { body, signal }));
  return wallet;
}

export async function unbindWallet(
  api: Api,
  { walletId }: Omit<UnbindAttempt, "kind">,
  secret: Secret,
  signal: AbortSignal,
): Promise<void> {
  const body = { walletId, ...secret };
  await api.call((client) => client.POST("/v1/wallet/unbind", { body, signal }));
}

export async function updateEmail(
  api: Api,
  { email, verificationCode }: Omit<EmailAttempt, "kind">,
  secret: Secret,
  signal: AbortSignal,
): Promise<{ changedAt: string }> {
  const body = { email, verificationCode, ...secret };
  await api.call((client) => client.POST("/v1/user/updateEmail", { body, signal }));
  return { changedAt: new Date(readServerTimeMs()).toISOString() };
}

export async function changeSecurityCode(
  api: Api,
  { newSecurityCode }: Omit<CodeAttempt, "kind">,
  secret: Secret,
  signal: AbortSignal,
): Promise<void> {
  const body = { newSecurityCode, ...secret };
  await api.call((client) => client.POST("/v1/user/changeSecurityCode", { body, signal }));
}

/** The quote names the attempt: a repeat for it, after a lost answer or a reload, gets the payout that was made. */
async function payOut(
  api: Api,
  { quoteId }: PayoutAttempt,
  securityCode: string,
  signal: AbortSignal,
): Promise<components["schemas"]["Payout"]> {
  const params = { header: { "Idempotency-Key": `payout-${quoteId}` } };
  const body = { quoteId, securityCode };
  const { payout } = await api.call((client) => client.POST("/v1/wallet/payout", { params, body, signal }));
  return payout;
}

async function switchAutoPayout(
  api: Api,
  { coinType, maxFee }: AutoPayoutAttempt,
  securityCode: string,
  signal: AbortSignal,
): Promise<void> {
  const body = { coinType, enabled: maxFee !== null, ...(maxFee === null ? {} : { maxFee }), securityCode };
  await api.call((client) => client.POST("/v1/wallet/autoPayout", { body, signal }));
}

/** The order names the attempt: a repeat for it, after a lost answer or a reload, gets the order that was paid. */
async function payFromBalance(
  api: Api,
  { orderId }: BalanceAttempt,
  securityCode: string,
  signal: AbortSignal,
): Promise<components["schemas"]["Order"]> {
  const params = { header: { "Idempotency-Key": `balance-${orderId}` } };
  const body = { orderId, securityCode };
  const { order } = await api.call((client) => client.POST("/v1/order/payFromBalance", { params, body, signal }));
  return order;
}

/** Repeats with the security code what the server refused without it. */
export async function trySecured(
  api: Api,
  attempt: SecuredAttempt,
  securityCode: string,
  signal: AbortSignal,
): Promise<SecuredResult> {
  const secret = { securityCode };
  switch (attempt.kind) {
    case "bindWallet":
      return { kind: "bindWallet", wallet: await bindWallet(api, attempt, secret, signal) };
    case "unbindWallet":
      await unbindWallet(api, attempt, secret, signal);
      return { kind: "unbindWallet" };
    case "updateEmail":
      return { kind: "updateEmail", ...(await updateEmail(api, attempt, secret, signal)) };
    case "changeSecurityCode":
      await changeSecurityCode(api, attempt, secret, signal);
      return { kind: "changeSecurityCode" };
    case "payout":
      return { kind: "payout", payout: await payOut(api, attempt, securityCode, signal) };
    case "autoPayout":
      await switchAutoPayout(api, attempt, securityCode, signal);
      return { kind: "autoPayout" };
    case "payFromBalance":
      return { kind: "payFromBalance", order: await payFromBalance(api, attempt, securityCode, signal) };
    case "deleteAccount":
      await api.call((client) => client.POST("/v1/user/deletion", { body: secret, signal }));
      return { kind: "deleteAccount" };
  }
}
