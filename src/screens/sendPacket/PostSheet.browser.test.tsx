import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import bot from "#locales/en/bot.json";
import copyTexts from "#locales/en/copyTexts.json";
import envelope from "#locales/en/envelope.json";
import { FIRST_LOOK } from "#machines/envelopeSend/sendOptions.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { formatTime } from "#src/format/formatTime.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { sampleChat } from "#tests/support/samples.ts";
import { openSendPage } from "#tests/support/openSendPage.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { PostNote } from "./SendForm.tsx";

const CHATS = [
  { ...sampleChat, chatId: "-100", title: "Friday lunch" },
  { ...sampleChat, chatId: "-101", title: "Lunch news" },
];

afterEach(async () => {
  await cleanup();
  vi.useRealTimers();
});

async function openNote() {
  const { actor } = await openSendPage({ options: { chats: CHATS, lookInUse: FIRST_LOOK }, funds: [undefined] });
  function Stage() {
    const snapshot = useSnapshot(actor);
    return (
      <AppContext value={createStaticApp()}>
        <PostNote view={viewEnvelopeSend(snapshot)} />
      </AppContext>
    );
  }
  await renderWithTexts(<Stage />, { envelope, copyTexts });
  return actor;
}

it("shows the bot's own words for what is set, once a group is chosen", async () => {
  const actor = await openNote();
  expect(page.getByRole("button").all()).toHaveLength(0);
  actor.send({ type: "ui.toggleChat", chatId: "-100" });
  actor.send({ type: "ui.type", field: "totalAmount", value: "0.05" });
  actor.send({ type: "ui.type", field: "count", value: "5" });
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-27T14:05:00Z") });
  await page.getByRole("button", { name: "How it looks in the group" }).click();
  const sheet = page.getByRole("dialog");
  await expect.element(sheet.getByText("🧧 Ann Lee sent a red envelope")).toBeVisible();
  for (const words of [
    "Lucky draw · 0.05 ETH · shares: 5",
    bot.envelope.instant,
    "Left: 5 of 5",
    bot.envelope.askPassphrase,
    `Open until ${formatTime("2026-11-28T14:05:00Z", "en")}`,
    bot.envelope.open,
  ])
    await expect.element(sheet.getByText(words, { exact: true })).toBeVisible();
  await expect.element(sheet.getByRole("blockquote")).toHaveTextContent(copyTexts.goodLuck);

  actor.send({ type: "ui.type", field: "remark", value: "  Happy <b>Friday</b> " });
  actor.send({ type: "ui.chooseRule", claimRule: "members" });
  await expect.element(sheet.getByRole("blockquote")).toHaveTextContent("Happy <b>Friday</b>");
  await expect.element(sheet.getByText("Members of Friday lunch open it by a tap.")).toBeVisible();
  actor.send({ type: "ui.chooseDraw", drawRule: "together" });
  await expect.element(sheet.getByText("who enter within 5 minutes of the first", { exact: false })).toBeVisible();
  expect(Array.from(sheet.element().querySelectorAll("bdi"), ({ textContent }) => textContent)).toContain(
    "Friday lunch",
  );
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
});
