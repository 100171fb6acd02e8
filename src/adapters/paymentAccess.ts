import type { Failure } from "#machines/kit/failure.ts";
import type { App } from "#src/createApp.ts";

import { STORED_CODE_KEY } from "./paymentCode.ts";

/** A damaged code could not even be sent in a header. */
const KEPT = /^(code|handoff)=([\w-]+)$/u;

const NO_CODE: Failure = { kind: "api", error: "paymentCodeMissing", message: "" };

type Page = Pick<App, "paymentApi" | "paymentCredential">;

/**
 * Has the page speak with the external payment code that this tab was opened with.
 * @returns what makes sure that there is one: it exchanges a handoff code, where the tab was opened with that. Such a
 *   code counts once, so a try is never aborted, and another one that comes meanwhile waits for the first.
 */
export function openPaymentAccess(page: Page, storage: Storage): () => Promise<void> {
  const [, name, keptCode = ""] = KEPT.exec(storage.getItem(STORED_CODE_KEY) ?? "") ?? [];
  let redeeming: Promise<void> | null = null;

  const keepCode = (value: string) => {
    page.paymentCredential = { header: "x-external-payment-code", value };
  };

  async function redeem(): Promise<void> {
    const { externalPaymentCode } = await page.paymentApi.post("/v1/order/redeemHandoff", { handoffCode: keptCode });
    storage.setItem(STORED_CODE_KEY, `code=${externalPaymentCode}`);
    keepCode(externalPaymentCode);
  }

  if (name === "code") keepCode(keptCode);
  return async () => {
    if (page.paymentCredential !== null) return;
    if (name !== "handoff") throw NO_CODE;
    redeeming ??= redeem().finally(() => {
      redeeming = null;
    });
    await redeeming;
  };
}
