import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise } from "xstate";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import errors from "#locales/en/errors.json";
import safety from "#locales/en/safety.json";
import { antiFraudMachine, type Verdict } from "#machines/antiFraud/antiFraud.machine.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { withFlow } from "#tests/support/withFlow.ts";

import { TgAntiFraud } from "./TgAntiFraud.tsx";

/** The screen on a live check, of a server with one answer. */
async function openCheck(verdict: Verdict): Promise<void> {
  const antiFraud = createActor(
    antiFraudMachine.provide({
      actors: {
        queryAccount: fromPromise<Verdict, { account: string }>(() => Promise.resolve(verdict)),
      },
    }),
  ).start();
  await renderWithTexts(
    <AppContext value={withFlow(createStaticApp(), "antiFraud", antiFraud)}>
      <TgAntiFraud />
    </AppContext>,
    { safety, errors },
    "/tgAntiFraud",
  );
}

const findField = () => page.getByRole("textbox", { name: safety.account });

it("answers by Enter alone, and never calls an unknown account safe", async () => {
  await openCheck("unknown");
  await findField().fill("@somebody");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(safety.verdict.unknown.text)).toBeVisible();
  await expect.element(page.getByText("@somebody")).toBeVisible();
  await findField().fill("@somebody_else");
  await expect.element(page.getByText(safety.verdict.unknown.text)).not.toBeInTheDocument();
});

it("names what is no account, and recognises the official one, which cannot be reported", async () => {
  await openCheck("official");
  await findField().fill("a b");
  await page.getByRole("button", { name: safety.check }).click();
  await expect.element(page.getByText(safety.noAccount)).toBeVisible();
  await findField().fill("hongbao_bot");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(safety.verdict.official.text)).toBeVisible();
  expect(page.getByRole("button", { name: safety.report }).elements()).toEqual([]);
});
