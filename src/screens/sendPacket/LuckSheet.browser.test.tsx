import type { ComponentProps } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import { COINS } from "#domain/coins.ts";
import { PREVIEWED_DRAWS } from "#domain/draw/drawPreview.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import envelope from "#locales/en/envelope.json";
import type { LuckPreview } from "#machines/app/flows.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { startApp } from "#tests/support/startApp.ts";

import { LuckNote } from "./ShareFields.tsx";

type View = ComponentProps<typeof LuckNote>["view"];

const COUNT = 7;
const TOTAL = "0.100003";

let app: App;

beforeEach(async () => {
  app = await startApp();
});

/** The part of the form that is about luck. */
async function openForm({
  kind = "luck",
  total = TOTAL,
}: { kind?: string; total?: string | null } = {}): Promise<void> {
  const view = { share: { kind }, draft: { coinType: "eth", count: String(COUNT) }, totalEach: total };
  await renderWithTexts(
    <AppContext value={app}>
      <LuckNote view={view as View} />
    </AppContext>,
    { envelope },
  );
}

const opener = page.getByRole("button", { name: envelope.luck.title });
const sheet = page.getByRole("dialog");
const again = sheet.getByRole("button", { name: envelope.luck.again });

/** What the flow holds; none while it does not run. */
function readDraws(): LuckPreview["draws"] {
  const flow = app.root.getSnapshot().children["luckPreview"];
  const { context } = (flow?.getSnapshot() ?? { context: { value: null } }) as {
    context: { value: LuckPreview | null };
  };
  return context.value?.draws ?? [];
}

async function waitForDraws(before: LuckPreview["draws"] = []): Promise<LuckPreview["draws"]> {
  await expect.poll(() => readDraws() !== before && readDraws().length).toBe(PREVIEWED_DRAWS);
  return readDraws();
}

const toBase = (amount: string) => parseDecimal(amount, COINS.eth.baseDecimals);

function countBars(part: number): number {
  const path = sheet.element().querySelectorAll("svg path")[part];
  return path?.getAttribute("d")?.match(/M/gu)?.length ?? 0;
}

it("is offered only where luck decides something", async () => {
  await openForm({ kind: "each" });
  expect(opener.elements()).toHaveLength(0);
  await cleanup();
  await openForm({ total: null });
  expect(opener.elements()).toHaveLength(0);
  await cleanup();
  await openForm({ total: `0.00000${String(COUNT)}` });
  expect(opener.elements()).toHaveLength(0);
});

it("is closed by what is its main action", async () => {
  await openForm();
  await opener.click();
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
});

it("shares the exact total in each draw, the best share first, and tells from what to what it was", async () => {
  await openForm();
  await opener.click();
  const draws = await waitForDraws();
  for (const draw of draws) {
    const shares = draw.map(toBase);
    expect(shares).toHaveLength(COUNT);
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(toBase(TOTAL));
    expect(shares.every((share) => share >= COINS.eth.minBase)).toBe(true);
    expect(shares).toEqual(shares.toSorted((left, right) => (left < right ? 1 : -1)));
  }
  const best = draws.map(([first = "0"]) => first).toSorted((left, right) => Number(toBase(left) - toBase(right)));
  const show = (amount: string | undefined) => formatAmountText(amount ?? "", "en");
  await expect
    .element(sheet.getByRole("status"))
    .toHaveTextContent(
      `In ${String(PREVIEWED_DRAWS)} draws the best share was from ${show(best.at(0))} to ${show(best.at(-1))} ETH.`,
    );
  expect([countBars(0), countBars(1)]).toEqual([PREVIEWED_DRAWS, PREVIEWED_DRAWS * (COUNT - 1)]);
  await expect.element(sheet.getByText(envelope.luck.note)).toBeVisible();
});

it("is opened, drawn again and closed by the keyboard", async () => {
  await openForm();
  await userEvent.tab();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const first = await waitForDraws();
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true);
  (again.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(await waitForDraws(first)).not.toEqual(first);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => sheet.elements().length).toBe(0);
  await expect.element(opener).toHaveFocus();
});

it("keeps nothing once it is closed, and asks nobody", async () => {
  const fetching = vi.spyOn(window, "fetch");
  const listKept = () => JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]);
  await openForm();
  const before = listKept();
  await opener.click();
  const first = await waitForDraws();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => app.root.getSnapshot().context.flows).toEqual([]);
  expect(readDraws()).toEqual([]);
  expect(listKept()).toBe(before);
  expect(fetching.mock.calls.filter(([request]) => (request as Request).url?.includes("/v1/"))).toEqual([]);
  await opener.click();
  expect(await waitForDraws()).not.toEqual(first);
});
