import type { Page } from "playwright";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import bot from "#locales/vi/bot.json" with { type: "json" };
import texts from "#locales/en/proof.json" with { type: "json" };
import { act } from "./support/act.ts";
import { audit } from "./support/audit.ts";
import { checkPapers } from "./support/checkPapers.ts";
import { readOpenedAmount } from "./support/claimEnvelope.ts";
import { fundUser } from "./support/fundedUser.ts";
import { listGroupPosts, listMessages } from "./support/groupPosts.ts";
import { logIn, type ApiUser } from "./support/logIn.ts";
import {
  findMainAction,
  goTo,
  openFromGroup,
  openPerson,
  pressMainAction,
  pressMessageButton,
  reloadApp,
  type Person,
} from "./support/person.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { provideWorld } from "./support/provideWorld.ts";

/** The sender is in the draw, too. */
const SENDER = 1;
const PAYER = 5;
/** Two members enter, of whom the second leaves and comes back; one enters another draw by `/open`; the last one is late. */
const [BY_APP, BY_TAP, BY_COMMAND, LATE] = [2, 3, 4, 6] as const;
const SHARES = 3;
const PASSPHRASE = "Quiet red lantern";
const TOGETHER = { type: "luckyDraw", drawRule: "together", drawWindowS: 15 } as const;
const WINDOW_MS = 15_000;
/** The window, the round after it, ten seconds of lateness, and what a busy machine needs. */
const PATIENCE_MS = 120_000;
const LATE_MS = 20_000;

interface Detail {
  readonly envelope: { readonly status: string; readonly entryCount: number; readonly closesAt: string | null };
  readonly claims: readonly { readonly amount: string }[];
}

const world = provideWorld();
let sender: ApiUser;
let membersId = "";
let phraseId = "";
let byApp: Person;
let byTap: Person;
/** What the app copies to prove the draw. */
let papers = "";

beforeAll(async () => {
  const readGreeting = async () => (await listGroupPosts(world.stack))[0];
  const greeting = await vi.waitUntil(readGreeting, { timeout: PATIENCE_MS, interval: 200 });
  const startParam = new URL(greeting.buttonUrl).searchParams.get("startapp") ?? "";
  // A page asks for the place of who has none yet.
  world.watch.expect(404, "/api/v1/redpackage/entry");
  const { groupChatId: chatId } = world.stack.info;
  await act(world.stack, "botAdministrator", SENDER, { chatId, isAdministrator: true });
  await act(world.stack, "writeAccess", BY_COMMAND, { isAllowed: true });
  sender = await logIn(world.stack, SENDER, { startParam });
  const funded = await fundUser(world.stack, PAYER, sender);
  const chatIds = [String(chatId)];
  phraseId = await funded.send({ ...TOGETHER, count: 2, passphrase: PASSPHRASE, chatIds });
  membersId = await funded.send({ ...TOGETHER, count: SHARES, claimRule: "members", chatIds });
});

const readDetail = (envelopeId: string) => sender.get<Detail>("redpackage/claimDetail", { envelopeId });
const readEntryCount = async (envelopeId: string) => (await readDetail(envelopeId)).envelope.entryCount;

const askBeacon = (path: string, init: RequestInit = {}) =>
  fetch(`${world.stack.info.beacon?.urls[0] ?? ""}/${path}`, init);

const delayRounds = (lateMs: number) =>
  askBeacon("behaviour", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ lateMs }),
  });

async function enter(person: Person): Promise<void> {
  await pressMainAction(person, person.t("envelope:claim.open"));
  await person.app.getByText(person.t("envelope:claim.state.inDraw"), { exact: true }).waitFor();
}

/** What the bot has told somebody alone. */
async function readAnswers(n: number): Promise<string> {
  const id = world.stack.info.people.find((person) => person.n === n)?.id ?? 0;
  const messages = await listMessages(world.stack);
  const told = messages.filter(({ from, onlyFor, chatId }) => from.is_bot && (onlyFor === id || chatId === id));
  return told.map(({ text }) => text).join("\n");
}

/** What stands in a text of the bot before what it fills in. */
const startOf = (text: string) => text.split("{{")[0] ?? "";

/** The page as somebody has kept it: once it is there, it has no network. */
async function openCheckedPage(): Promise<Page> {
  const context = await world.browser.newContext({ locale: "en" });
  const page = await context.newPage();
  await page.goto(`${world.stack.url}/verify.html`);
  await context.setOffline(true);
  page.on("request", (request) => {
    throw new Error(`the page asks ${request.url()}`);
  });
  return page;
}

describe("a draw for all", () => {
  runInOrder(world);

  it("is entered by the app, by a tap in the chat and by the command", { timeout: PATIENCE_MS }, async () => {
    await delayRounds(LATE_MS);
    byTap = await openPerson(world, BY_TAP);
    await pressMessageButton(byTap, /Members of/);
    await findMainAction(byTap, byTap.t("envelope:claim.open"));
    byApp = await openPerson(world, BY_APP);
    await openFromGroup(byApp);
    await goTo(byApp, `/getPacket?envelopeId=${membersId}`);
    await findMainAction(byApp, byApp.t("envelope:claim.open"));
    const { groupChatId: chatId } = world.stack.info;
    await act(world.stack, "say", BY_COMMAND, { chatId, text: `/open ${PASSPHRASE}` });
    await Promise.all([enter(byApp), enter(byTap)]);
    await sender.post("redpackage/acceptRedEnvelope", { envelopeId: membersId });
    expect(await readEntryCount(membersId)).toBe(SHARES);
    await expect.poll(() => readEntryCount(phraseId)).toBe(1);
    await expect.poll(() => readAnswers(BY_COMMAND)).toContain(startOf(bot.open.entered));
  });

  it("a reload goes on in the same place", async () => {
    await reloadApp(byTap);
    const { t, app } = byTap;
    const [place = ""] = t("envelope:draw.place", { place: "2" }).split("2");
    await app.getByText(place).waitFor();
    expect(await app.getByRole("button", { name: t("envelope:claim.open"), exact: true }).count()).toBe(0);
  });

  it("who comes after the window gets nothing of a draw that takes every share", { timeout: PATIENCE_MS }, async () => {
    const { closesAt } = (await readDetail(membersId)).envelope;
    const waitMs = Math.max(0, Date.parse(closesAt ?? "") - Date.now());
    expect(waitMs).toBeLessThanOrEqual(WINDOW_MS);
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs + 500);
    });
    const late = await logIn(world.stack, LATE);
    await expect(late.post("redpackage/acceptRedEnvelope", { envelopeId: membersId })).rejects.toThrow(/soldOut|409/u);
  });

  it("the page says that randomness is late, and keeps the place", { timeout: PATIENCE_MS }, async () => {
    for (const { app, t } of [byApp, byTap]) {
      await app.getByText(t("envelope:draw.lateText")).waitFor({ timeout: PATIENCE_MS });
    }
    expect((await readDetail(membersId)).claims).toEqual([]);
  });

  it(
    "the round comes: each sees their own share, which their phone has checked",
    { timeout: PATIENCE_MS },
    async () => {
      await delayRounds(0);
      const amounts = [await readOpenedAmount(byApp), await readOpenedAmount(byTap)];
      const { envelope, claims } = await readDetail(membersId);
      expect([envelope.status, claims.length]).toEqual(["finished", SHARES]);
      expect(claims.map(({ amount }) => amount)).toEqual(expect.arrayContaining(amounts));
      for (const { app, t } of [byApp, byTap]) await app.getByText(t("proof:phone.whole")).waitFor();
    },
  );

  it("the bot tells who entered by the command, since the draw was late", { timeout: PATIENCE_MS }, async () => {
    const [claim] = (await readDetail(phraseId)).claims;
    const told = startOf(bot.notification.drawWon) + formatAmountText(claim?.amount ?? "0", "vi");
    await expect.poll(() => readAnswers(BY_COMMAND)).toContain(told);
  });

  it("the app copies what proves it", async () => {
    const { app, page, t } = byApp;
    await goTo(byApp, `/sendRecordDetails?envelopeId=${membersId}`);
    await page.context().grantPermissions(["clipboard-read"]);
    await app.getByRole("button", { name: t("proof:phone.copy") }).click();
    await app.getByText(t("app:clipboard.copied"), { exact: true }).waitFor();
    papers = await page.evaluate(() => navigator.clipboard.readText());
    expect(papers).toContain("hongbao.receipt.1");
  });

  it("a page without a network shows it to anybody, and finds one changed digit", async () => {
    const page = await openCheckedPage();
    const beacon = await (await askBeacon(`${world.stack.info.beacon?.chainHash ?? ""}/info`)).text();
    const shown = await checkPapers(page, papers, beacon);
    expect(shown).toContain(texts.page.open);
    for (const { amount } of (await readDetail(membersId)).claims) expect(shown).toContain(amount);
    const changed = papers.replace(/("amount":"[\d.]*?)(\d)"/u, (_, kept: string, digit: string) =>
      [kept, (Number(digit) + 1) % 10, '"'].join(""),
    );
    const found = await checkPapers(page, changed, beacon);
    expect(found).toContain(texts.page.false);
    expect(found).toContain(texts.breach.wrongAmount);
    await page.context().close();
  });

  it("books and auditor are right", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
