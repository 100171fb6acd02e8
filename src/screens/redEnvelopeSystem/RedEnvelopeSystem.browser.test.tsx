import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import { openStage } from "#gallery/openStage.ts";
import { sampleSolvency, sampleSystemInfo } from "#tests/support/samples.ts";
import type { Standing } from "#gallery/static/createStaticApp.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { standInResource, standInSystemInfo } from "#gallery/static/standInResource.ts";
import type { Language } from "#domain/language/language.ts";
import about from "#locales/en/about.json";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";

import { RedEnvelopeSystem } from "./RedEnvelopeSystem.tsx";

const stage = openStage();

afterEach(() => stage.clear());

async function open(
  statement: NonNullable<Standing["flows"]>["solvency"],
  { systemInfo, language = "en" }: Pick<Standing, "systemInfo"> & { language?: Language } = {},
): Promise<void> {
  const node = (
    <Scene at="/redEnvelopeSystem" flows={{ solvency: statement }} systemInfo={systemInfo}>
      <RedEnvelopeSystem />
    </Scene>
  );
  await stage.show({ node, language, theme: "Web A light" });
}

const link = page.getByRole("link", { name: about.system.holder.statements });

it("says for each coin what the treasury holds and what is owed, and leads to the statements", async () => {
  const coins = (["eth", "ton"] as const).flatMap((coinType) =>
    sampleSystemInfo.coins.map((coin) => ({ ...coin, coinType })),
  );
  await open(standInResource({ ...sampleSolvency, day: "2025-11-22" }, null), {
    systemInfo: standInSystemInfo({ ...sampleSystemInfo, coins }),
  });
  await expect
    .element(page.getByText("On November 22, 2025 the treasury held 10,000.123456 ETH for 9,999.999999 ETH owed."))
    .toBeVisible();
  await expect
    .element(page.getByText("On November 22, 2025 the treasury held 12 GRAM for 11.5 GRAM owed."))
    .toBeVisible();
  await expect.element(link).toHaveAttribute("href", "/api/v1/system/solvency");
});

it("says what a withdrawal costs of a coin whose fee is the app's own, and of no other", async () => {
  const [eth] = sampleSystemInfo.payoutCoins;
  if (eth === undefined) throw new Error("the sample has a coin that is paid out");
  const payoutCoins = [eth, { ...eth, coinType: "usdt" as const, fee: "0.1" }];
  await open(standInResource({ day: "", coins: [] }, null), {
    systemInfo: standInSystemInfo({ ...sampleSystemInfo, payoutCoins }),
  });
  await expect.element(page.getByText("Withdrawing USDT costs 0.1 USDT", { exact: false })).toBeVisible();
  await expect.element(page.getByText("Withdrawing ETH costs", { exact: false })).not.toBeInTheDocument();
});

it("says nothing of a coin that is not open", async () => {
  await open(standInResource({ ...sampleSolvency, day: "2025-11-22" }, null));
  await expect.element(page.getByText("9,999.999999 ETH owed.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("GRAM owed", { exact: false })).not.toBeInTheDocument();
});

it("promises a withdrawal only where every coin that can be sent has one", async () => {
  const words = page.getByText(about.system.holder.withdraw, { exact: false });
  const statement = standInResource({ day: "", coins: [] }, null);
  const [eth] = sampleSystemInfo.coins;
  if (eth === undefined) throw new Error("the sample has a coin");
  await open(statement);
  await expect.element(words).toBeVisible();
  const coins = [eth, { ...eth, coinType: "ton" as const }];
  await open(statement, { systemInfo: standInSystemInfo({ ...sampleSystemInfo, coins }) });
  await expect.element(page.getByText(about.system.holder.text, { exact: false })).toBeVisible();
  await expect.element(words).not.toBeInTheDocument();
});

it("says nothing without a statement, and when it could not be read", async () => {
  await open(standInResource({ day: "", coins: [] }, null));
  await expect.element(page.getByText(about.system.holder.text, { exact: false })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  const failed = createResourceMachine<typeof sampleSolvency, null>().resolveState({
    value: "failed",
    context: { params: null, value: null, failure: { kind: "network" } },
  });
  await open(failed);
  await expect.element(page.getByText(about.system.holder.text, { exact: false })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

it.each([
  { language: "en", order: /within 30 minutes\./u, envelope: "After 24 hours" },
  { language: "km", order: /ក្នុង 30 នាទី។/u, envelope: /24 ម៉ោង/u },
] as const)("writes times in the words of $language, also where the browser has none", async (expected) => {
  const { language, order, envelope } = expected;
  await open(standInResource({ day: "", coins: [] }, null), { language });
  await expect.element(page.getByText(order)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: envelope })).toBeVisible();
});
