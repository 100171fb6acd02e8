import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { sampleSystemInfo } from "#tests/support/samples.ts";
import errors from "#locales/en/errors.json";
import type { App } from "#src/createApp.ts";
import { FAMILY, FORM, openSendPage } from "#tests/support/openSendPage.ts";
import { standInServer } from "#tests/support/standInServer.ts";
import { startApp } from "#tests/support/startApp.ts";

import { renderSendPage } from "#tests/support/renderSendPage.tsx";

const WORK = { ...FAMILY, chatId: "-1002", title: "Work" };
const NEWS = { ...FAMILY, chatId: "-1003", title: "News", kind: "channel" as const };

type Sight = "yes" | "no" | "unknown" | "hidden";

/** What the bot sees of each chat. */
let sights: Record<string, Sight>;
let questions: string[];
let product: App;

beforeEach(async () => {
  sights = {};
  questions = [];
  standInServer({
    "/chat/rights": ({ query }) => {
      const chatIds = (query.get("chatIds") ?? "").split(",");
      questions.push(chatIds.join());
      const items = chatIds.map((chatId) => {
        const sight = sights[chatId] ?? "yes";
        const areMembersHidden = sight === "hidden";
        return { chatId, seesMembers: areMembersHidden ? "no" : sight, areMembersHidden };
      });
      return { items };
    },
  });
  product = await startApp();
});

/** The form of somebody with these chats, who has chosen the first two. */
async function openForm(world: Parameters<typeof openSendPage>[0] = {}, chatIds = [FAMILY.chatId, WORK.chatId]) {
  const { options, input, ...rest } = world;
  const form = await openSendPage({
    ...rest,
    input: { chatIds, ...input },
    options: { chats: [FAMILY, WORK], channels: [NEWS], ...options },
  });
  form.type(FORM);
  await renderSendPage(form.actor, product);
  await expect.element(page.getByRole("button", { name: "Continue to payment" })).toBeVisible();
  return form;
}

async function chooseMembers() {
  await page.getByRole("button", { name: /^More options/u }).click();
  await page.getByRole("radio", { name: "Members of the group" }).click();
}

const note = () => page.getByRole("status").filter({ hasText: "is not an administrator" });
const spreadGroups = () => page.getByRole("button", { name: /Family.*Send to/u }).click();

it("says beside the group, by name, that the bot does not see its members, as soon as members are chosen", async () => {
  sights = { [WORK.chatId]: "no" };
  const { sent } = await openForm();
  await spreadGroups();
  await chooseMembers();
  await expect.element(note().getByText(/administrator of \u2068Work\u2069 yet/u)).toBeVisible();
  const work = page.getByRole("group", { name: "Send to", exact: true }).getByRole("checkbox", { name: "Work" });
  await expect.element(work).toHaveAccessibleDescription("The bot does not see who is a member");
  const family = page.getByRole("group", { name: "Send to", exact: true }).getByRole("checkbox", { name: "Family" });
  await expect.element(family).not.toHaveAccessibleDescription();
  expect(questions).toEqual([`${FAMILY.chatId},${WORK.chatId}`]);
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Show what to do" }).click();
  expect(document.activeElement?.textContent).toContain("is not an administrator");
});

it("offers the link that adds the bot with rights, a request to somebody else, and a passphrase", async () => {
  sights = { [FAMILY.chatId]: "no", [NEWS.chatId]: "no" };
  const openLink = vi.spyOn(product.messenger, "openLink").mockImplementation(() => {});
  const form = await openForm();
  await chooseMembers();
  await page.getByRole("checkbox", { name: "News" }).click();
  const bot = sampleSystemInfo.botUsername;
  const links = page.getByRole("link", { name: "Make the bot an administrator" });
  await expect.poll(() => links.elements()).toHaveLength(2);
  await links.nth(0).click();
  await links.nth(1).click();
  const link = `https://t.me/${bot}?startgroup&admin=manage_chat`;
  expect(openLink.mock.calls.flat()).toEqual([link, `https://t.me/${bot}?startchannel&admin=manage_chat`]);
  await page.getByRole("link", { name: "Ask an administrator" }).first().click();
  const shared = new URL(openLink.mock.calls.at(-1)?.[0] ?? "");
  expect(`${shared.origin}${shared.pathname}`).toBe("https://t.me/share/url");
  expect(shared.searchParams.get("url")).toBe(link);
  expect(shared.searchParams.get("text")).toContain(`make @${bot} an administrator of \u2068Family\u2069`);
  await expect.element(page.getByRole("button", { name: "Copy the request" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Use a passphrase" }).first().click();
  expect(form.actor.getSnapshot().context.draft.claimRule).toBe("passphrase");
  await expect.poll(() => page.getByText(/is not an administrator/u).elements()).toHaveLength(0);
});

it("goes by itself once the person comes back and the bot is an administrator", async () => {
  sights = { [FAMILY.chatId]: "no" };
  await openForm();
  await chooseMembers();
  await expect.element(note()).toBeVisible();
  sights = {};
  window.dispatchEvent(new Event("focus"));
  await expect.poll(() => page.getByText(/is not an administrator/u).elements()).toHaveLength(0);
});

it("says nothing of what is not known, and asks again", async () => {
  sights = { [FAMILY.chatId]: "unknown" };
  await openForm();
  await chooseMembers();
  await expect.poll(() => questions.length, { timeout: 4_000 }).toBeGreaterThan(1);
  expect(page.getByText(/is not an administrator/u).elements()).toHaveLength(0);
});

it("says what the server refuses at that place alone, with the focus there", async () => {
  const condition = { chatId: WORK.chatId, title: WORK.title, link: null, isMet: null };
  const refusal = { kind: "api", error: "botNotAdministrator", message: "", conditions: [condition] } as const;
  await openForm({ results: [refusal] });
  await chooseMembers();
  await expect.poll(() => questions.length).toBe(1);
  sights = { [WORK.chatId]: "no" };
  await page.getByRole("button", { name: "Continue to payment" }).click();
  const alert = page.getByRole("alert");
  await expect.element(alert.getByText(/administrator of \u2068Work\u2069 yet/u)).toBeVisible();
  expect(alert.elements()).toHaveLength(1);
  expect(page.getByText(errors.botNotAdministrator).elements()).toHaveLength(0);
  await expect.poll(() => document.activeElement?.textContent).toContain("is not an administrator");
});

it("of a group that hides its members it says what to do also with a passphrase, which does not help there", async () => {
  sights = { [FAMILY.chatId]: "hidden" };
  await openForm({ options: { chats: [{ ...FAMILY, isBotAdministrator: false, areMembersHidden: true }] } }, [
    FAMILY.chatId,
  ]);
  const hidden = page.getByRole("status").filter({ hasText: "the members are hidden from the bot" });
  await expect.element(hidden.getByText(/Family/u)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Make the bot an administrator" })).toBeVisible();
  expect(page.getByRole("button", { name: "Use a passphrase" }).elements()).toHaveLength(0);
  await userEvent.tab();
  sights = {};
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => hidden.elements()).toHaveLength(0);
});
