import { describe, expect, it } from "vitest";
import { act } from "./support/act.ts";
import { audit } from "./support/audit.ts";
import { claimByPassphrase } from "./support/claimEnvelope.ts";
import { listEnvelopePosts, listMessages } from "./support/groupPosts.ts";
import { logIn } from "./support/logIn.ts";
import { goBack, goTo, openFromGroup, openPerson, pressMainAction, pressMessageButton } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { prepareLuckyDraw, waitUntilSent } from "./support/sendEnvelope.ts";
import { answerTonWallet, bindTonWallet } from "./support/tonWallet.ts";
import { provideWorld } from "./support/provideWorld.ts";

const TITLE = "La familia";
/** As an iPhone writes it: curly quotes and a dash for two hyphens. */
const MADE_UP = "“Año nuevo” — 2026’s";
/** As a Khmer keyboard writes it: its space bar gives a sign without width, and the quotes are straight. */
const TYPED = '"año\u200Bnuevo"\u200B--\u200B២០២៦\'s';
const POST = /envió un sobre rojo/u;
const [ANNA, SOKHA, LUCIA] = [1, 3, 5];

const world = provideWorld({ coins: "ton,eth" });
let sender: Person;
let winner: Person;
/** The basic group, and the supergroup that it becomes. */
let basic: number;
let forum: number;
/** The topic in which its owner writes. */
let tea: number;

const ask = async (name: string, input: object) =>
  (await act(world.stack, name, ANNA, input)) as { chatId?: number; threadId?: number };

describe("a group that becomes a forum while an envelope is under way", () => {
  runInOrder(world);

  it("is a basic group at first, from which somebody with an iPhone prepares an envelope of Gram", async () => {
    basic = (await ask("createGroup", { title: TITLE, people: [SOKHA, LUCIA] })).chatId ?? 0;
    await ask("botMembership", { chatId: basic, isMember: true });
    await expect.poll(async () => (await listMessages(world.stack)).some(isGreeting)).toBe(true);
    sender = await openPerson(world, LUCIA, { chatId: basic });
    const { app, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: t("wallet:binding.open"), exact: true }).click();
    await app.getByRole("radio", { name: /Ton/u }).check({ force: true });
    await bindTonWallet(sender);
    await goBack(sender);
    const form = { group: TITLE, totalAmount: "0.5", count: 2, passphrase: MADE_UP, remark: "Para todos" };
    await prepareLuckyDraw(sender, { ...form, coin: /Gram|GRAM/u });
  });

  it("becomes a supergroup with hidden members and topics, whose owner gives the bot rights by a link", async () => {
    await ask("hiddenMembers", { chatId: basic, isHidden: true });
    const { chats } = (await (
      await fetch(`${world.stack.info.telegram.hostUrl}telegram/view?person=${ANNA}`)
    ).json()) as { chats: { chatId: number; title: string; hasHiddenMembers: boolean }[] };
    const found = chats.find(({ title }) => title === TITLE);
    forum = found?.chatId ?? 0;
    expect([forum === basic, found?.hasHiddenMembers]).toEqual([false, true]);
    await ask("forum", { chatId: forum, isForum: true });
    tea = (await ask("openTopic", { chatId: forum, name: "Té" })).threadId ?? 0;
    const owner = await openPerson(world, ANNA, { chatId: forum });
    const { page } = owner;
    const link = `https://t.me/${world.stack.info.botUsername}?startgroup&admin=delete_messages`;
    await page.getByTestId("composer-input").fill(link);
    await page.getByTestId("composer-send").click();
    await page.getByTestId("messages").getByRole("link", { name: link }).click();
    await page.getByTestId(`share-chat-${forum}`).press("Enter");
    await page.getByTestId("messages").getByText("/start@").waitFor();
    await owner.close();
  });

  it("sees the envelope once it is paid, in its new place", async () => {
    const { t, page } = sender;
    await pressMainAction(sender, t("wallet:payment.pay", { amount: "0.5\u00a0GRAM" }));
    const wallet = page
      .context()
      .pages()
      .find((each) => each.url().includes("/ton/wallet"));
    if (wallet === undefined) throw new Error("the wallet is open");
    await answerTonWallet(wallet, "send", true);
    await waitUntilSent(sender);
    await expect.poll(() => listEnvelopePosts(world.stack, forum)).toHaveLength(1);
    expect(await listEnvelopePosts(world.stack, basic)).toEqual([]);
  });

  it("opens nothing for its owner who writes as nobody, and says so in the topic where that was", async () => {
    const text = `/open ${MADE_UP}`;
    await act(world.stack, "say", ANNA, { chatId: forum, threadId: tea, as: "anonymous", text });
    const listAnswers = async () =>
      (await listMessages(world.stack))
        .filter(({ chatId, from, replyMarkup }) => chatId === forum && from.is_bot && replyMarkup !== null)
        .filter(({ text: words }) => /anonymous administrator|administrador anónimo/u.test(words))
        .map(({ threadId }) => threadId);
    await expect.poll(listAnswers).toEqual([tea]);
    const messages = JSON.stringify(await listMessages(world.stack));
    expect(messages).not.toContain("Año nuevo");
    expect((await listEnvelopePosts(world.stack, forum))[0]?.text).toContain("2 de 2");
  });

  it("lets somebody with a Khmer keyboard open it, who sees the Gram among what they have", async () => {
    winner = await openPerson(world, SOKHA, { chatId: forum });
    await pressMessageButton(winner, POST);
    const amount = await claimByPassphrase(winner, TYPED, "GRAM");
    await goTo(winner, "/user");
    const { app, t } = winner;
    await app.getByText(t("envelope:user.quantityReceived")).waitFor();
    await expect.poll(() => app.getByRole("radio", { name: /GRAM/u }).isChecked()).toBe(true);
    const screen = await readText(app.getByRole("main"));
    const worth = /≈ \S+/u.exec(screen)?.[0] ?? "";
    expect(worth).toMatch(/\$/u);
    // One total in dollars stands above; all that they have is this Gram, whose worth stands beneath it.
    const total = `${t("app:home.balance")} ${worth}`;
    const balance = `${t("envelope:user.balance")} ${amount} GRAM ${worth}`;
    expect(screen.split(t("app:home.balance"))).toHaveLength(2);
    expect(screen.indexOf(total)).toBeGreaterThan(-1);
    expect(screen.indexOf(balance)).toBeGreaterThan(screen.indexOf(total));
  });

  it("leaves one post that has followed it, and sound books", async () => {
    await expect
      .poll(async () => (await listEnvelopePosts(world.stack, forum)).map(({ text }) => text))
      .toEqual([expect.stringContaining("1 de 2")]);
    const api = await logIn(world.stack, LUCIA);
    const { items } = await api.get<{ items: { chatId: string; title: string }[] }>("chat/list", { limit: "50" });
    expect(items.filter(({ title }) => title === TITLE)).toMatchObject([{ chatId: String(forum) }]);
    expect(await audit(world.dataDir)).toBe("");
  });
});

function isGreeting({ chatId, from, isService }: { chatId: number; from: { is_bot: boolean }; isService: boolean }) {
  return chatId === basic && from.is_bot && !isService;
}
