import { beforeAll, describe, expect, it } from "vitest";
import { BOT_USERNAME } from "#devnet/telegram/people.ts";
import type { StoredMessage } from "#devnet/telegram/worldState.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount, parseAmount } from "#domain/money/amount.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { giveSecurityCode, openCell, secureUser } from "./support/account.ts";
import { act } from "./support/act.ts";
import { audit } from "./support/audit.ts";
import { readOpenedAmount } from "./support/claimEnvelope.ts";
import { expectFinishedPost, isolate } from "./support/expectedPost.ts";
import { fundUser, SECURITY_CODE, type FundedUser } from "./support/fundedUser.ts";
import { listMessages } from "./support/groupPosts.ts";
import { logIn, type ApiUser } from "./support/logIn.ts";
import { meetAtServer } from "./support/meetAtServer.ts";
import {
  findMainAction,
  openFromGroup,
  openPerson,
  openPlace,
  pressMainAction,
  pressMessageButton,
  readAppPath,
} from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { readScreen, readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { unfoldOptions } from "./support/sendEnvelope.ts";
import { provideWorld } from "./support/provideWorld.ts";

const GROUP = "Friday lunch";
const POST = /sent a red envelope/;
const REMARK = "Lunch <b>& more</b>";
/** Nothing in it becomes a command. */
const SHOWN_REMARK = "Lunch <b>& more</\u2060b>";
/** Of who writes no words. */
const WISH = "Good luck to everybody";
const ACCEPT_PATH = "/api/v1/redpackage/acceptRedEnvelope";
const LUCIAS_CODE = "Lucia814";
const LUCIAS_PASSPHRASE = "Quiet green lantern";
const INLINE_PASSPHRASE = "Wherever you are";
const ENDED_PASSPHRASE = "Second helping";
const { baseDecimals } = COINS.eth;
/** What the messenger said of a person is kept so long. */
const KEPT_MS = 60_000;
/** Longer than thanks are gathered. */
const THANKS_MS = 90_000;

/** As the messenger's people are named in posts. */
const NAMES = new Map([
  [2, "李明"],
  [3, "សុខា ចាន់"],
  [5, "Lucía Fernández"],
  [7, "陳怡君"],
]);

interface Detail {
  readonly envelope: { readonly status: string };
  /** The newest first. */
  readonly claims: readonly { readonly isMine: boolean; readonly amount: string; readonly person: { name: string } }[];
}

const world = provideWorld({ settings: { CLOSE_AFTER_S: "1" } });
let funded: FundedUser;
let lucia: ApiUser;
let sender: Person;
let stranger: Person;
const members = new Map<number, Person>();
const amounts = new Map<number, string>();
let envelopeId = "";
let luciasEnvelopeId = "";
/** The members' post while shares were left. */
let openPost: StoredMessage;
/** The last picture of that post, which may name who had the best luck. */
let namingPicture: string | null = null;

beforeAll(async () => {
  world.watch.expect(409, "/api/v1/redpackage/sendRedEnvelope");
  world.watch.expect(403, ACCEPT_PATH);
  // The bot may write to the sender.
  await act(world.stack, "writeAccess", 1, { isAllowed: true });
  funded = await fundUser(world.stack, 5, await logIn(world.stack, 1));
  lucia = await logIn(world.stack, 5);
});

const readDetail = (api: ApiUser, id: string) => api.get<Detail>("redpackage/claimDetail", { envelopeId: id });
const toBase = (amount: string) => parseAmount(amount, baseDecimals);
const readBalanceBase = async (api: ApiUser) =>
  toBase((await api.get<{ balance: string }>("user/accountAmountInfo", { coinType: "eth" })).balance);

/** The post of an envelope in the group. */
async function findPost(id: string): Promise<StoredMessage | undefined> {
  const messages = await listMessages(world.stack);
  return messages.find(({ replyMarkup }) =>
    replyMarkup?.inline_keyboard.flat().some((button) => button.callback_data === `share:${id}`),
  );
}

const findLink = ({ replyMarkup }: StoredMessage) =>
  replyMarkup?.inline_keyboard.flat().find(({ url }) => url !== undefined)?.url ?? "";

async function readPicture(post: StoredMessage | undefined): Promise<Buffer> {
  if (post?.photoUrl == null) throw new Error("the post has no picture");
  const response = await fetch(new URL(post.photoUrl, world.stack.url));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** The last post, byte for byte, with the names that people have now. */
function expectLast(names: ReadonlyMap<number, string>) {
  const shares = [...amounts].map(([n, amount]) => ({ name: names.get(n) ?? "", amount }));
  return expectFinishedPost({
    sender: "Anna Keller",
    total: "0.05",
    shares: shares.toSorted((left, right) => Number(right.amount) - Number(left.amount)),
    remark: SHOWN_REMARK,
    envelopeId,
    url: findLink(openPost),
  });
}

async function openShare(person: Person): Promise<void> {
  await pressMainAction(person, person.t("envelope:claim.open"));
  amounts.set(person.n, await readOpenedAmount(person));
}

describe("in the group", () => {
  runInOrder(world);

  it("an envelope for members needs the bot as an administrator, which its sender makes it", async () => {
    sender = await openPerson(world, 1, { flavour: "k" });
    const { app, page, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: GROUP }).click();
    await app.getByLabel(t("envelope:send.totalAmount")).fill("0.05");
    await app.getByLabel(t("envelope:send.count")).fill("4");
    await unfoldOptions(sender);
    await app.getByLabel(t("envelope:send.remark")).fill(REMARK);
    await app.getByRole("radio", { name: t("envelope:rule.members"), exact: true }).check();
    expect(await app.getByLabel(t("envelope:send.passphrase")).count()).toBe(0);
    const note = app.getByRole("status").filter({ hasText: t("envelope:unseen.text", { groups: isolate(GROUP) }) });
    await note.waitFor();

    const { groupChatId: chatId } = world.stack.info;
    await act(world.stack, "botAdministrator", 1, { chatId, isAdministrator: true });
    await note.waitFor({ state: "detached" });
    await pressMainAction(sender, t("envelope:send.submit"));
    await app.getByText(t("envelope:send.state.awaitingPayment")).waitFor();
    expect(page.isClosed()).toBe(false);
  });

  it("the post says that members open it by a tap, once it is paid", async () => {
    const { api } = funded;
    const { items } = await api.get<{ items: { orderId: string; envelopeIds: string[] }[] }>("order/unpaidList", {});
    envelopeId = items[0]?.envelopeIds[0] ?? "";
    await api.post("order/payFromBalance", { orderId: items[0]?.orderId, securityCode: SECURITY_CODE });
    await sender.app.getByText(sender.t("envelope:send.liveMembers")).waitFor();
    await expect.poll(() => readScreen(sender)).toContain(sender.t("envelope:members.open", { groups: GROUP }));
    await expect
      .poll(async () => (await findPost(envelopeId))?.text)
      .toContain(`Members of ${isolate(GROUP)} open it by a tap.`);
    const post = await findPost(envelopeId);
    if (post === undefined) throw new Error("it is posted");
    openPost = post;
  });

  it("three open it by a tap in the chat, two of them at the same instant", async () => {
    for (const n of [2, 3, 5]) {
      const person = await openPerson(world, n, { flavour: n === 3 ? "a" : "k" });
      members.set(n, person);
      await pressMessageButton(person, POST);
      await findMainAction(person, person.t("envelope:claim.open"));
    }
    const [first, second, third] = [...members.values()];
    if (first === undefined || second === undefined || third === undefined) throw new Error("three are there");
    await meetAtServer([first, second], ACCEPT_PATH);
    await Promise.all([openShare(first), openShare(second)]);
    await openShare(third);
    const { claims } = await readDetail(funded.api, envelopeId);
    expect(claims.map(({ amount }) => amount).toSorted()).toEqual([...amounts.values()].toSorted());
  });

  it("a stranger gets nothing, but sees what is missing and is led there", async () => {
    stranger = await openPerson(world, 7, { flavour: "k", query: { startapp: `e_${envelopeId}` } });
    const { app, t } = stranger;
    await pressMainAction(stranger, t("envelope:claim.open"));
    await app.getByText(t("envelope:claim.state.notMember")).waitFor();
    await app.getByText(t("envelope:members.unmet"), { exact: true }).waitFor();
    await app.getByRole("link", { name: t("envelope:members.join") }).click();
    await stranger.page.getByText("Join group").click();
    expect((await readDetail(await logIn(world.stack, 7), envelopeId)).claims).toEqual([]);
  });

  it("one of the three thanks by a tap, and the sender sees it among the claims", async () => {
    const thankful = members.get(3);
    if (thankful === undefined) throw new Error("person 3 has opened it");
    const heart = thankful.app.getByRole("button", { name: thankful.t("envelope:thanks.sign.heart") });
    const saved = thankful.page.waitForResponse((response) => response.url().endsWith("/v1/redpackage/thank"));
    await pressAction(heart);
    expect((await saved).status()).toBe(200);
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
    const { app, t } = sender;
    await app.getByRole("link", { name: t("envelope:send.seeDetails") }).click();
    await app.getByRole("listitem").getByText(t("envelope:thanks.sign.heart"), { exact: true }).waitFor();
  });

  it("one of the three sends all that she got on, with a passphrase", async () => {
    await secureUser(world.stack, lucia, { email: "lucia@example.com", code: LUCIAS_CODE });
    const { order, envelopes } = await lucia.post<{
      order: { orderId: string };
      envelopes: { envelopeId: string }[];
    }>("redpackage/sendRedEnvelope", {
      type: "ordinary",
      coinType: "eth",
      totalAmount: amounts.get(5),
      count: 1,
      passphrase: LUCIAS_PASSPHRASE,
      chatIds: [String(world.stack.info.groupChatId)],
    });
    luciasEnvelopeId = envelopes[0]?.envelopeId ?? "";
    await lucia.post("order/payFromBalance", { orderId: order.orderId, securityCode: LUCIAS_CODE });
    expect(await readBalanceBase(lucia)).toBe(0n);
    await expect
      .poll(async () => (await findPost(luciasEnvelopeId))?.text)
      .toContain(`${isolate("Lucía Fernández")} envió un sobre rojo`);
  });

  it("/open in the chat claims it, and the app plays its opening once", async () => {
    const { groupChatId: chatId } = world.stack.info;
    await act(world.stack, "say", 4, { chatId, text: `/open ${LUCIAS_PASSPHRASE}` });
    const api = await logIn(world.stack, 4);
    await expect
      .poll(async () => (await readDetail(api, luciasEnvelopeId)).claims.filter(({ isMine }) => isMine))
      .toMatchObject([{ amount: amounts.get(5) }]);
    // The second time is a reload, or another device.
    for (const state of ["received", "alreadyClaimed"] as const) {
      const person = await openPerson(world, 4, { flavour: "k", query: { startapp: `e_${luciasEnvelopeId}` } });
      await person.app.getByText(person.t(`envelope:claim.state.${state}`)).waitFor();
      expect(await readOpenedAmount(person)).toBe(amounts.get(5));
      await person.close();
    }
    const messages = await listMessages(world.stack);
    const answer = messages.find(({ from, onlyFor }) => from.is_bot && onlyFor !== null);
    expect(answer?.text).toContain(`${formatAmountText(amounts.get(5) ?? "", "vi")} ETH`);
    const others = messages.filter(({ onlyFor }) => onlyFor === null);
    expect(JSON.stringify(others)).not.toContain(LUCIAS_PASSPHRASE);
  });

  // Three stories beside it fill the minute for which the messenger's word of the stranger is kept.
  it("the sender ends another envelope early, and has the rest back at once", async () => {
    const { api } = funded;
    await sender.close();
    const chatIds = [String(world.stack.info.groupChatId)];
    const ended = await funded.send({ type: "ordinary", count: 3, passphrase: ENDED_PASSPHRASE, chatIds });
    await (
      await logIn(world.stack, 6)
    ).post("redpackage/acceptRedEnvelope", { passphrase: ENDED_PASSPHRASE, envelopeId: ended });
    const balanceBase = await readBalanceBase(api);
    sender = await openPerson(world, 1, { flavour: "k", query: { startapp: `d_${ended}` } });
    const { app, t } = sender;
    await pressAction(app.getByRole("button", { name: t("envelope:close.close") }));
    await app.getByText(t("envelope:close.title")).waitFor();
    expect(await readText(app.getByRole("dialog"))).toContain("0.006");
    await pressAction(app.getByRole("button", { name: t("envelope:close.confirm"), exact: true }));
    await app.getByText(t("envelope:details.note.refundedByYou")).waitFor();
    expect(await app.getByRole("button", { name: t("envelope:close.close") }).count()).toBe(0);
    await expect
      .poll(async () => (await findPost(ended))?.text)
      .toBe(
        `🧧 ${isolate("Anna Keller")} sent a red envelope\nEqual shares · 0.009 ETH · shares: 3\n${isolate(WISH)}\nLeft: 2 of 3\n` +
          `Ended by the sender.\n${isolate("Budi Santoso")} · 0.003 ETH`,
      );
    const nowBase = await readBalanceBase(api);
    expect(nowBase - balanceBase).toBe(toBase("0.006"));

    const home = await openPerson(world, 1);
    await openFromGroup(home);
    await openPlace(home, "personalCenter");
    await home.app.getByText(t("envelope:user.quantityReceived")).waitFor();
    const balance = formatAmount(nowBase, baseDecimals);
    await expect.poll(() => readScreen(home)).toContain(`${t("envelope:user.balance")} ${balance} ETH`);
    await home.close();
  });

  it("a member who never opened the app from the group chooses it in the messenger's own list", async () => {
    const person = await openPerson(world, 6, { flavour: "k", query: { menu: "1" } });
    const { app, page, t } = person;
    const choose = app.getByRole("button", { name: t("home:groups.choose"), exact: true });
    await pressAction(choose);
    await pressAction(page.getByTestId("share-cancel"));
    await pressAction(choose);
    await pressAction(page.getByTestId(`share-chat-${world.stack.info.groupChatId}`));
    await app.getByRole("main").getByText(GROUP).waitFor();
    await person.close();

    // Web A has no such list.
    const other = await openPerson(world, 6, { query: { menu: "1" } });
    await other.app.getByRole("main").getByText(GROUP).waitFor();
    await pressAction(other.app.getByRole("button", { name: t("app:home.another"), exact: true }));
    await other.app.getByText(t("home:groups.openFromChat")).waitFor();
    const link = other.app.getByRole("link", { name: t("home:groups.addBot") });
    expect(await link.getAttribute("href")).toContain("startgroup=true");
    await other.close();
  });

  it("a message that its sender put into the chat by the bot's name ends with its envelope", async () => {
    const { stack } = world;
    const own = await funded.send({
      type: "ordinary",
      count: 1,
      passphrase: INLINE_PASSPHRASE,
      chatIds: [String(stack.info.groupChatId)],
    });
    const { inline } = (await act(stack, "askInline", 1, { text: "" })) as {
      inline: { results: { preparedId: string }[] };
    };
    await act(stack, "sendPrepared", 1, { id: inline.results[0]?.preparedId, chatId: stack.info.groupChatId });
    const find = async () => (await listMessages(stack)).find(({ isViaBot }) => isViaBot);
    expect(await find()).toMatchObject({ edits: 0 });
    const claimer = await logIn(stack, 6);
    await claimer.post("redpackage/acceptRedEnvelope", { passphrase: INLINE_PASSPHRASE, envelopeId: own });
    await expect.poll(find).toMatchObject({ edits: 1 });
    expect((await find())?.text).toContain("All shares have been claimed.");
  });

  it("the stranger who has joined opens it, once the messenger is asked again", async () => {
    const { t } = stranger;
    const again = await findMainAction(stranger, t("envelope:claim.checkAgain"));
    await expect
      .poll(async () => (await again.isDisabled()) || (await again.getAttribute("aria-disabled")) === "true", {
        timeout: 2 * KEPT_MS,
      })
      .toBe(false);
    await pressMainAction(stranger, t("envelope:claim.checkAgain"));
    amounts.set(7, await readOpenedAmount(stranger));
    expect([...amounts.values()].reduce((sum, amount) => sum + toBase(amount), 0n)).toBe(toBase("0.05"));
  });

  it("the post ends right in every byte, on a picture of its own", async () => {
    const last = expectLast(NAMES);
    await expect.poll(async () => (await findPost(envelopeId))?.text).toBe(last.text);
    const post = await findPost(envelopeId);
    expect(post).toMatchObject({ chatId: openPost.chatId, messageId: openPost.messageId, ...last });
    expect(post?.replyMarkup).toEqual(last.replyMarkup);
    expect(findLink(openPost)).toMatch(
      new RegExp(`^https://t\\.me/${BOT_USERNAME}/app\\?startapp=c_${envelopeId}_[\\w-]{27}$`, "u"),
    );
    expect(post?.photoUrl).not.toBe(openPost.photoUrl);
    expect((await readPicture(post)).equals(await readPicture(openPost))).toBe(false);
  });

  it("the sender is told of the thanks in one message", async () => {
    const listThanks = async () => {
      const { id } = world.stack.info.people.find(({ n }) => n === 1) ?? {};
      const messages = await listMessages(world.stack);
      return messages.filter(({ chatId, text }) => chatId === id && text.startsWith("💌")).map(({ text }) => text);
    };
    const told = [`💌 Thanks for your red envelope: ${isolate("សុខា ចាន់")} ❤️.`];
    await expect.poll(listThanks, { timeout: THANKS_MS }).toEqual(told);
  });

  it("who is owed nothing deletes the account, is told so, and is logged in by nothing here", async () => {
    // The code is asked for.
    world.watch.expect(403, "/api/v1/user/deletion");
    namingPicture = (await findPost(envelopeId))?.photoUrl ?? null;
    await expect.poll(() => lucia.get("user/deletion")).toEqual({ obstacles: [] });
    await members.get(5)?.close();
    const person = await openPerson(world, 5, { flavour: "k" });
    const { app, t } = person;
    await openFromGroup(person);
    await openPlace(person, "personalCenter");
    await openCell(person, "about:hub.privacy");
    await pressAction(app.getByRole("button", { name: t("privacy:delete.action"), exact: true }));
    await app.getByText(t("privacy:delete.confirmTitle")).waitFor();
    const dialog = app.getByRole("dialog");
    expect(await readText(dialog)).toContain(t("privacy:delete.confirmText"));
    await pressAction(dialog.getByRole("button", { name: t("privacy:delete.confirm"), exact: true }));
    await giveSecurityCode(person, LUCIAS_CODE);
    await app.getByText(t("app:session.accountDeleted")).waitFor();
    await findMainAction(person, t("app:login.close"));
    expect(await app.getByRole("button", { name: t("app:login.open"), exact: true }).count()).toBe(0);
    expect(await readAppPath(person)).toBe("/login?redirect=%2Fprivacy");
    await expect(lucia.get("user/deletion")).rejects.toThrow("401");
    await person.close();
  });

  it("the posts that named her name a deleted account instead, in her language", async () => {
    const last = expectLast(new Map([...NAMES, [5, "Cuenta eliminada"]]));
    await expect.poll(() => findPost(envelopeId)).toMatchObject(last);
    expect((await findPost(envelopeId))?.photoUrl).not.toBe(namingPicture);
    await expect
      .poll(async () => (await findPost(luciasEnvelopeId))?.text)
      .toContain(`🧧 ${isolate("Cuenta eliminada")} envió un sobre rojo\n`);
    const posts = (await listMessages(world.stack)).filter(({ chatId }) => chatId === openPost.chatId);
    expect(JSON.stringify(posts)).not.toContain("Fernández");
  });

  it("every invariant of the database is true", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
