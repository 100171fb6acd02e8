import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import errorTexts from "#locales/en/errors.json";
import walletTexts from "#locales/en/wallet.json";
import type { Failure } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { findFaults } from "#tests/support/findFaults.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { startApp } from "#tests/support/startApp.ts";

import { PhoneHandoff } from "./PhoneHandoff.tsx";

const REFUSED: Failure = { kind: "api", error: "orderNotPayable", message: "" };

let app: App;
/** By whom each link was asked for. */
let asked: ("bearer" | "payment code")[];

/** A server that makes a link for each call but the refused ones. */
function serve(by: (typeof asked)[number], refused: readonly number[]): Api {
  return {
    get: () => Promise.reject(new Error("not asked")),
    post: async () => {
      asked.push(by);
      if (refused.includes(asked.length)) throw REFUSED;
      const handoffUrl = `https://hongbao.example/unPaymentList?lang=en#handoff=code-${String(asked.length)}`;
      return { handoffUrl, expiresAt: "2026-11-20T12:05:00Z" } as never;
    },
  };
}

interface Desktop {
  isInApp?: boolean;
  refused?: readonly number[];
  walletType?: "ETH" | "Ton";
}

async function openDesktop({ isInApp = false, refused = [], walletType = "ETH" }: Desktop = {}): Promise<void> {
  app.api = serve("bearer", refused);
  app.paymentApi = serve("payment code", refused);
  await renderWithTexts(
    <AppContext value={app}>
      <PhoneHandoff orderId="o1" walletType={walletType} isInApp={isInApp} />
      <p>Below</p>
    </AppContext>,
    { wallet: walletTexts, errors: errorTexts },
  );
  await expect.element(page.getByText("Below")).toBeVisible();
}

beforeEach(async () => {
  asked = [];
  app = await startApp();
});

const offer = page.getByRole("button", { name: "Pay with your phone" });
const sheet = page.getByRole("dialog", { name: "Pay with your phone" });
const code = page.getByRole("img", { name: "QR code that opens this order on a phone" });

it("asks for no link before it is pressed, then shows it as a code with the time that it is good for", async () => {
  await openDesktop();
  expect(asked).toEqual([]);
  await offer.click();
  await expect.element(code).toBeVisible();
  expect(asked).toEqual(["payment code"]);
  expect(page.getByRole("timer").element().textContent).toMatch(/^Works once, for another 4:\d\d$/u);
  expect(await findFaults()).toEqual([]);
});

it("is left by Escape, gives the focus back, and makes another code the next time", async () => {
  await openDesktop();
  await offer.click();
  const findDrawn = () => document.querySelector("dialog path")?.getAttribute("d");
  await expect.poll(findDrawn).toBeDefined();
  const drawn = findDrawn();
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(offer).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.querySelector("dialog path")?.getAttribute("d") ?? drawn).not.toBe(drawn);
  await page.getByRole("button", { name: "Close" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
});

it("makes another code on request, and the keyboard stays in the sheet", async () => {
  await openDesktop();
  await offer.click();
  await expect.element(code).toBeVisible();
  await page.getByRole("button", { name: "Make a new code" }).click();
  await expect.poll(() => asked.length).toBe(2);
  await expect.element(code).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Make a new code" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Close" })).toHaveFocus();
});

it("says why there is no code, and tries again", async () => {
  await openDesktop({ refused: [1] });
  await offer.click();
  await expect.element(page.getByText("This order can no longer be paid", { exact: false })).toBeVisible();
  expect(await findFaults()).toEqual([]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(code).toBeVisible();
});

it("asks as the person who is logged in where there is one", async () => {
  await openDesktop({ isInApp: true });
  await offer.click();
  await expect.element(code).toBeVisible();
  expect(asked).toEqual(["bearer"]);
});

it("is not offered for TON, whose own window has a code", async () => {
  await openDesktop({ walletType: "Ton" });
  await expect.element(offer).not.toBeInTheDocument();
});

it("is not offered on a phone", async () => {
  const match = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    query === "(pointer: coarse)" ? match("all") : match(query),
  );
  await openDesktop();
  await expect.element(offer).not.toBeInTheDocument();
});
