import { expect, it } from "vitest";

import type { Failure } from "#machines/kit/failure.ts";

import type { Api, Credential } from "./api/createApi.ts";
import { createMemoryStorage } from "./storage.ts";
import { openPaymentAccess } from "./paymentAccess.ts";
import { STORED_CODE_KEY } from "./paymentCode.ts";

const MISSING: Failure = { kind: "api", error: "paymentCodeMissing", message: "" };

/** A tab that keeps the text, at a server that gives each exchange the next answer. */
function openTab(kept: string | null, ...answers: (Failure | string)[]) {
  const sent: unknown[] = [];
  const paymentApi = {
    post: async (path: string, body: unknown) => {
      sent.push([path, body]);
      const answer = answers.shift();
      if (typeof answer !== "string") throw answer;
      return { externalPaymentCode: answer };
    },
  } as unknown as Api;
  const storage = createMemoryStorage();
  if (kept !== null) storage.setItem(STORED_CODE_KEY, kept);
  const page: { paymentApi: Api; paymentCredential: Credential | null } = { paymentApi, paymentCredential: null };
  return { page, sent, storage, ensureAccess: openPaymentAccess(page, storage) };
}

it("speaks with a payment code at once", async () => {
  const { page, sent, ensureAccess } = openTab("code=abc-1");
  expect(page.paymentCredential).toEqual({ header: "x-external-payment-code", value: "abc-1" });
  await ensureAccess();
  expect(sent).toEqual([]);
});

it("exchanges a handoff code once, however often the page is read, and a reload finds what it was exchanged for", async () => {
  const { page, sent, storage, ensureAccess } = openTab("handoff=once", "abc");
  expect(page.paymentCredential).toBeNull();
  await Promise.all([ensureAccess(), ensureAccess()]);
  await ensureAccess();
  expect(sent).toEqual([["/v1/order/redeemHandoff", { handoffCode: "once" }]]);
  expect(page.paymentCredential?.value).toBe("abc");
  expect(storage.getItem(STORED_CODE_KEY)).toBe("code=abc");
});

it("tells why the exchange failed, and another try asks again", async () => {
  const { page, ensureAccess } = openTab("handoff=once", { kind: "network" }, "abc");
  await expect(ensureAccess()).rejects.toEqual({ kind: "network" });
  await ensureAccess();
  expect(page.paymentCredential?.value).toBe("abc");
});

it.each([null, "code=%F0%9F", "code=abc%0D%0A", "code=កូដ", "handoff=a%20b"])(
  "sends nothing that is no code: %s",
  async (kept) => {
    const { page, sent, ensureAccess } = openTab(kept);
    expect(page.paymentCredential).toBeNull();
    await expect(ensureAccess()).rejects.toEqual(MISSING);
    expect(sent).toEqual([]);
  },
);
