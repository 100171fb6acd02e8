import type { ComponentProps } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import envelope from "#locales/en/envelope.json";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { startApp } from "#tests/support/startApp.ts";

import { CoinSheet } from "./CoinSheet.tsx";

type Props = ComponentProps<typeof CoinSheet>;

/** What the server says, by path and coin. */
const ANSWERS: Readonly<Record<string, object>> = {
  "/v1/wallet/list": { items: [{ type: "Ton", address: "UQ" }] },
  "/v1/wallet/balance ton": { balance: "3.5" },
  "/v1/user/accountAmountInfo ton": { balance: "2" },
  "/v1/user/accountAmountInfo eth": { balance: "0" },
};

let app: App;
/** The paths of the server, in order. */
let asked: string[];

beforeEach(async () => {
  app = await startApp();
  asked = [];
  vi.spyOn(app.api, "get").mockImplementation(async (path, query) => {
    const coinType = "coinType" in query ? query.coinType : undefined;
    asked.push(path);
    const answer = ANSWERS[coinType === undefined ? path : `${path} ${coinType}`];
    if (answer === undefined) throw new Error(`no answer for ${path}`);
    return answer as never;
  });
});

async function openSheet() {
  const [send, onClose] = [vi.fn<Props["send"]>(), vi.fn<() => void>()];
  const view = { coinTypes: ["ton", "eth"], draft: { coinType: "eth" } } as unknown as Props["view"];
  await renderWithTexts(
    <AppContext value={app}>
      <CoinSheet view={view} send={send} onClose={onClose} />
    </AppContext>,
    { envelope },
  );
  return { send, onClose };
}

const coins = page.getByRole("list").getByRole("button");

it("lists the coins in the form's order, with what there is in the app and in the wallet", async () => {
  await openSheet();
  await expect.element(coins.first()).toHaveTextContent("Ton GRAM In the app 2 GRAM From your wallet 3.5 GRAM");
  await expect.element(coins.last()).toHaveTextContent("ETH Ethereum In the app 0 ETH");
  await expect.element(coins.last()).toHaveAttribute("aria-pressed", "true");
  expect(asked.filter((path) => path === "/v1/wallet/list")).toHaveLength(1);
});

it("chooses by one tap", async () => {
  const { send, onClose } = await openSheet();
  await coins.first().click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.chooseCoin", coinType: "ton" });
  expect(onClose).toHaveBeenCalledOnce();
});

it("leaves the form as it is where the chosen coin is chosen again", async () => {
  const { send, onClose } = await openSheet();
  await coins.last().click();
  expect(send).not.toHaveBeenCalled();
  expect(onClose).toHaveBeenCalledOnce();
});
