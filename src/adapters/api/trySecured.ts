import type { components } from "#contract/schema.d.ts";
import type { SecuredAttempt, SecuredResult } from "#machines/securityCodePrompt/securedAttempt.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";

import type { Api } from "./createApi.ts";

type Asked<Kind extends SecuredAttempt["kind"]> = Omit<Extract<SecuredAttempt, { kind: Kind }>, "kind">;

/** Goes with a call that may ask for the security code; empty without one. */
interface Secret {
  securityCode?: string;
}

export async function bindWallet(
  api: Api,
  { type, address, proof }: Asked<"bindWallet">,
  secret: Secret,
  signal: AbortSignal,
): Promise<components["schemas"]["Wallet"]> {
  const body = { type, address, ...(proof === undefined ? {} : { proof }), ...secret };
  return (await api.post("/v1/wallet/bind", body, signal)).wallet;
}

export async function unbindWallet(
  api: Api,
  { walletId }: Asked<"unbindWallet">,
  secret: Secret,
  signal: AbortSignal,
): Promise<void> {
  await api.post("/v1/wallet/unbind", { walletId, ...secret }, signal);
}

export async function updateEmail(
  api: Api,
  { email, verificationCode }: Asked<"updateEmail">,
  secret: Secret,
  signal: AbortSignal,
): Promise<{ changedAt: string }> {
  await api.post("/v1/user/updateEmail", { email, verificationCode, ...secret }, signal);
  return { changedAt: new Date(readServerTimeMs()).toISOString() };
}

export async function changeSecurityCode(
  api: Api,
  { newSecurityCode }: Asked<"changeSecurityCode">,
  secret: Secret,
  signal: AbortSignal,
): Promise<void> {
  await api.post("/v1/user/changeSecurityCode", { newSecurityCode, ...secret }, signal);
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
    case "payout": {
      const { quoteId } = attempt;
      // A repeat for the quote gets the payout that was made.
      const idempotencyKey = `payout-${quoteId}`;
      const { payout } = await api.post("/v1/wallet/payout", { quoteId, ...secret }, signal, { idempotencyKey });
      return { kind: "payout", payout };
    }
    case "autoPayout": {
      const { coinType, maxFee } = attempt;
      const body = { coinType, enabled: maxFee !== null, ...(maxFee === null ? {} : { maxFee }), ...secret };
      await api.post("/v1/wallet/autoPayout", body, signal);
      return { kind: "autoPayout" };
    }
    case "payFromBalance": {
      const { orderId } = attempt;
      // A repeat for the order gets the order that was paid.
      const idempotencyKey = `balance-${orderId}`;
      const { order } = await api.post("/v1/order/payFromBalance", { orderId, ...secret }, signal, { idempotencyKey });
      return { kind: "payFromBalance", order };
    }
    case "deleteAccount":
      await api.post("/v1/user/deletion", secret, signal);
      return { kind: "deleteAccount" };
  }
}
