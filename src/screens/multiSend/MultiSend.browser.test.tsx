import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { FIRST_LOOK } from "#machines/envelopeSend/sendOptions.ts";
import { sampleChat } from "#tests/support/samples.ts";
import { openSendPage } from "#tests/support/openSendPage.ts";
import { renderSendPage } from "#tests/support/renderSendPage.tsx";

const CHATS = [
  sampleChat,
  { ...sampleChat, chatId: "-1002", title: "Friday lunch" },
  { ...sampleChat, chatId: "-1003", title: "Work" },
];

/** The screen on its own machine; what is sent is never answered. */
async function openMultiSend() {
  const { actor, sent } = await openSendPage({
    input: { minChats: 2 },
    options: { chats: CHATS, unpaidOrders: [], lookInUse: FIRST_LOOK },
    results: [],
  });
  await renderSendPage(actor);
  return sent;
}

it("asks for two groups at their list, says what each gets and what is paid in all, and sends once", async () => {
  const sent = await openMultiSend();
  await expect.element(page.getByRole("heading", { name: "Send to several groups" })).toBeVisible();
  await page.getByLabelText("Amount per group", { exact: true }).fill("0.05");
  await page.getByRole("button", { name: "5", exact: true }).click();
  const family = page.getByRole("checkbox", { name: "Family" });
  await family.click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect.element(family).toHaveAccessibleDescription("Choose at least 2 groups");
  await expect.element(family).toHaveFocus();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard(" ");
  await expect.element(page.getByRole("checkbox", { name: "Work" })).toBeChecked();
  await expect.element(page.getByText("2 red envelopes, one payment")).toBeVisible();
  await expect.element(page.getByText("Each group gets 0.05 ETH")).toBeVisible();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect.poll(() => sent.map(({ body }) => body.chatIds)).toEqual([["-1001", "-1003"]]);
});

it("sends to the members of each group without a passphrase, and asks for another chat besides", async () => {
  const sent = await openMultiSend();
  await page.getByLabelText("Amount per group", { exact: true }).fill("0.05");
  await page.getByRole("button", { name: "5", exact: true }).click();
  await page.getByRole("button", { name: /^More options/u }).click();
  await page.getByRole("radio", { name: "Members of the group" }).click();
  await expect.element(page.getByText(/Make the bot an administrator first/u)).toBeVisible();
  expect(page.getByRole("textbox", { name: "Claim passphrase" }).elements()).toHaveLength(0);
  const groups = page.getByRole("group", { name: "Send to", exact: true });
  const required = page.getByRole("group", { name: "They also have to be in (optional)" });
  for (const name of ["Family", "Work"]) await groups.getByRole("checkbox", { name }).click();
  await required.getByRole("checkbox", { name: "Friday lunch" }).click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toMatchObject([{ claimRule: "members", chatIds: ["-1001", "-1003"], requiredChatIds: ["-1002"] }]);
  expect(sent[0]?.body).not.toHaveProperty("passphrase");
});
