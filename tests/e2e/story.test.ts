import { describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount, parseAmount } from "#domain/money/amount.ts";
import { audit } from "./support/audit.ts";
import { openPassphraseForm, readOpenedAmount, tryPassphrase } from "./support/claimEnvelope.ts";
import { getAccount, pauseMining, readBalanceWei, resumeMining } from "./support/ethereum.ts";
import { listEnvelopePosts, listGroupPosts, listMessages } from "./support/groupPosts.ts";
import { approvePayment, connectWallet, openPaymentPage, proveOwnership, startPaying } from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import {
  goBack,
  openFromGroup,
  openPerson,
  pressMainAction,
  pressMessageButton,
  readAppPath,
  reloadApp,
} from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readText } from "./support/readText.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { provideWorld } from "./support/provideWorld.ts";

const ACCEPT_PATH = "/api/v1/redpackage/acceptRedEnvelope";
const POST = /sent a red envelope/;
const TRIES_A_MINUTE = 10;
const MOST_GUESSES = 3 * TRIES_A_MINUTE;

const world = provideWorld();
let sender: Person;
let payment: PaymentPage;
const claimers = new Map<number, Person>();
const amounts = new Map<number, string>();
/** The address of the picture while shares were left. */
let closedPicture: string | null = null;

/** Opens the envelope from its post in the group and the form for the passphrase; every other person uses Web K. */
async function openEnvelope(n: number): Promise<Person> {
  const person = await openPerson(world, n, { flavour: n % 2 === 0 ? "a" : "k" });
  claimers.set(n, person);
  await pressMessageButton(person, POST);
  await openPassphraseForm(person);
  return person;
}

async function claim(person: Person, passphrase: string): Promise<void> {
  expect((await tryPassphrase(person, passphrase)).status()).toBe(200);
  amounts.set(person.n, await readOpenedAmount(person));
}

function sumOf(values: Iterable<string>): string {
  const { baseDecimals } = COINS.eth;
  return formatAmount(
    [...values].reduce((sum, value) => sum + parseAmount(value, baseDecimals), 0n),
    baseDecimals,
  );
}

/** The sender's records, from any of the main places. */
async function readSentRecords({ app, t }: Person): Promise<string> {
  await app.getByRole("link", { name: t("app:nav.home"), exact: true }).click();
  // Else the records might stay that were shown before.
  await app.getByText(t("app:home.pitch")).waitFor();
  await app.getByRole("link", { name: t("app:nav.record"), exact: true }).click();
  await app.getByText(t("envelope:record.total", { count: 1 })).waitFor();
  return await readText(app.getByRole("tabpanel"));
}

async function readAccount({ app, t }: Person): Promise<string> {
  await app.getByRole("link", { name: t("app:nav.personalCenter"), exact: true }).click();
  await app.getByText(t("envelope:user.quantityReceived")).waitFor();
  return await readText(app.getByRole("main"));
}

describe("the story", () => {
  runInOrder(world);

  it("the link in the group logs the sender in, and the group is among the chats", async () => {
    const readGreetingUrl = async () => (await listGroupPosts(world.stack))[0]?.buttonUrl;
    await expect.poll(readGreetingUrl).toMatch(/^https:\/\/t\.me\/\w+\/app\?startapp=g_[\w-]+$/);
    sender = await openPerson(world, 1);
    await openFromGroup(sender);
    expect(await readAppPath(sender)).toBe("/homePage");
    await sender.app.getByRole("link", { name: "Friday lunch" }).waitFor();
  });

  it("the sender binds a wallet and prepares a lucky draw, and finds its order again", async () => {
    const { app, t } = sender;
    const { address } = getAccount(world.stack, 0);
    await bindWallet(sender, address);
    await prepareLuckyDraw(sender, {
      totalAmount: "0.05",
      count: 5,
      passphrase: "Spring Rain",
      remark: "Happy Friday",
    });
    const order = await readText(app.getByRole("main"));
    expect(order).toContain(`${t("envelope:send.toPay")} 0.05 ETH`);
    expect(order).toContain(t("envelope:order.status.awaitingPayment"));
    expect(order).toContain(`${t("envelope:send.payFrom")} ${address}`);

    await reloadApp(sender);
    await app.getByText(t("envelope:send.state.awaitingPayment")).waitFor();
    await goBack(sender);
    await app.getByRole("link", { name: "Friday lunch" }).click();
    await app.getByRole("heading", { name: t("envelope:send.unpaid"), exact: true }).waitFor();
    await app.getByRole("button", { name: /0\.05 ETH/ }).click();
    await app.getByText(t("envelope:send.state.awaitingPayment")).waitFor();
  });

  it("the payment page connects an announced wallet and shows what is to be paid", async () => {
    payment = await openPaymentPage(world, sender);
    const { page, t } = payment;
    const { host } = new URL(world.stack.url);
    expect(page.url()).toBe(`${world.stack.url}/unPaymentList?lang=en`);
    const announced = await page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          window.addEventListener("eip6963:announceProvider", (event) =>
            resolve([(event as CustomEvent<{ info: { name: string } }>).detail.info.name, "ethereum" in window]),
          );
          window.dispatchEvent(new Event("eip6963:requestProvider"));
        }),
    );
    expect(announced).toEqual(["Devnet Wallet", false]);

    const account = getAccount(world.stack, 0);
    await connectWallet(payment, account);
    await page.getByText(t("wallet:connection.proofText")).waitFor();
    const proof = await proveOwnership(payment);
    expect(proof).toContain(host);
    expect(proof).toContain(account.address);

    const terms = await readText(page.getByRole("main"));
    expect(terms).toContain(t("app:domain.warning"));
    expect(terms).toContain(t("wallet:payment.thisDomain", { domain: host }));
    expect(terms).toContain(t("app:domain.official", { domains: host }));
    expect(terms).toContain(`${t("wallet:payment.amount")} 0.05 ETH`);
    expect(terms).toContain(`${t("wallet:payment.from")} ${account.address}`);
    expect(terms).toContain(`${t("wallet:payment.to")} ${world.stack.info.ethereum.treasuryAddress}`);
  });

  it("the payment is confirmed block by block, and the envelope goes live", async () => {
    const { page, t } = payment;
    const { treasuryAddress } = world.stack.info.ethereum;
    const treasuryBefore = await readBalanceWei(world.stack, treasuryAddress);
    expect(await startPaying(payment)).toEqual({ to: treasuryAddress, amount: "0.05 ETH" });
    // A busy machine would miss the seconds until it is confirmed.
    await pauseMining(world.stack);
    await approvePayment(payment);
    await page.getByText(t("wallet:payment.confirmations", { current: 0, required: 3 })).waitFor();
    await resumeMining(world.stack);
    await page.getByText(t("wallet:payment.successText")).waitFor();
    expect((await readBalanceWei(world.stack, treasuryAddress)) - treasuryBefore).toBe(50_000_000_000_000_000n);
    await page.close();
    await sender.app.getByText(sender.t("envelope:send.state.live")).waitFor();
  });

  it("the bot posts the envelope without its passphrase, which the sender copies", async () => {
    const { page, app, t } = sender;
    await expect.poll(() => listEnvelopePosts(world.stack)).toHaveLength(1);
    const [post] = await listEnvelopePosts(world.stack);
    for (const words of ["Lucky draw · 0.05 ETH · shares: 5", "Happy Friday", "Left: 5 of 5"])
      expect(post?.text).toContain(words);
    expect(post?.buttonUrl).toMatch(/\/app\?startapp=c_[\w-]+$/);
    closedPicture = post?.pictureUrl ?? null;
    const picture = page.getByTestId("message-photo").last();
    expect(await picture.getAttribute("src")).toBe(closedPicture);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    expect(JSON.stringify(await listMessages(world.stack))).not.toMatch(/spring\s*rain/i);

    await page.context().grantPermissions(["clipboard-read"]);
    await app.getByRole("button", { name: t("envelope:send.copyPassphrase"), exact: true }).click();
    await app.getByText(t("app:clipboard.copied"), { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Spring Rain");

    await goBack(sender);
    const records = await readSentRecords(sender);
    expect(records).toContain(`${t("envelope:recordStatus.notReceived")} 0/5`);
  });

  it("a wrong passphrase says so, the right one opens the envelope", async () => {
    world.watch.expect(404, ACCEPT_PATH);
    const person = await openEnvelope(3);
    expect((await tryPassphrase(person, "winter rain")).status()).toBe(404);
    await person.app.getByText(person.t("errors:wrongPassphrase")).first().waitFor();
    await claim(person, "spring  RAIN");
    const records = await readSentRecords(sender);
    expect(records).toContain(`${sender.t("envelope:recordStatus.partiallyReceived")} 1/5`);
    await expect.poll(async () => (await listEnvelopePosts(world.stack))[0]?.text).toContain("Left: 4 of 5");
  });

  it("too many wrong tries in a minute are throttled, and then even the right passphrase", async () => {
    world.watch.expect(429, ACCEPT_PATH);
    const [post] = await listEnvelopePosts(world.stack);
    const link = new URL(post?.buttonUrl ?? "");
    const query = { startapp: link.searchParams.get("startapp") ?? "" };
    const person = await openPerson(world, 7, { flavour: "k", query });
    await openPassphraseForm(person);
    const statuses: number[] = [];
    // On a busy machine the first ones are more than a minute ago by then.
    for (let guess = 1; guess <= MOST_GUESSES && statuses.at(-1) !== 429; guess += 1)
      statuses.push((await tryPassphrase(person, `a wrong guess ${guess}`)).status());
    expect(statuses.length).toBeGreaterThan(TRIES_A_MINUTE);
    expect(statuses.slice(0, -1).every((status) => status === 404)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    const wait = person.t("errors:tooManyTries", { context: "seconds", wait: "#" }).split("#")[0] ?? "";
    await person.app.getByText(wait).first().waitFor();

    await reloadApp(person);
    await openPassphraseForm(person);
    const typed = person.app.getByLabel(person.t("envelope:claim.passphrase"));
    expect(await typed.inputValue()).toBe(`a wrong guess ${statuses.length}`);
    const answer = await tryPassphrase(person, "Spring Rain");
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);
    await person.app.getByText(wait).first().waitFor();
    await person.close();
  });

  it("five people claim in both clients, and a sixth is told that all is claimed", async () => {
    world.watch.expect(409, ACCEPT_PATH);
    const late = await openEnvelope(6);
    const claimSenders = async (): Promise<void> => {
      await sender.page.getByTestId("app-close").click();
      await pressMessageButton(sender, POST);
      // The sender does not have to type the passphrase.
      await pressMainAction(sender, sender.t("envelope:claim.open"));
      amounts.set(sender.n, await readOpenedAmount(sender));
    };
    const claimOthers = [2, 4, 5].map(async (n) => claim(await openEnvelope(n), "SPRING RAIN"));
    await Promise.all([claimSenders(), ...claimOthers]);
    expect(new Set(amounts.keys())).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(sumOf(amounts.values())).toBe("0.05");

    expect((await tryPassphrase(late, "spring rain")).status()).toBe(409);
    await late.app.getByText(late.t("errors:soldOut")).first().waitFor();
  });

  it("a winner's second try shows what that person already got", async () => {
    const person = claimers.get(2);
    if (person === undefined) throw new Error("person 2 has claimed");
    const { page, app, t } = person;
    await page.reload();
    await openFromGroup(person);
    await app.getByRole("link", { name: t("app:home.claim"), exact: true }).click();
    expect((await tryPassphrase(person, "spring rain")).status()).toBe(200);
    await app.getByText(t("envelope:claim.state.alreadyClaimed")).waitFor();
    expect(await readOpenedAmount(person)).toBe(amounts.get(2));
  });

  it("the post in the group has followed the claims by edits", async () => {
    const read = async () => (await listEnvelopePosts(world.stack)).map(({ text }) => text);
    await expect.poll(read).toEqual([expect.stringContaining("Left: 0 of 5")]);
    const [post] = await listEnvelopePosts(world.stack);
    expect(post?.text).toContain("All shares have been claimed.");
    expect(post?.edits).toBeGreaterThanOrEqual(2);
    expect(post?.pictureUrl).toMatch(/^\/devnet\/telegram\/photo\//u);
    expect(post?.pictureUrl).not.toBe(closedPicture);
    expect(JSON.stringify(await listMessages(world.stack))).not.toMatch(/spring\s*rain/i);
  });

  it("the sender's details list the claims with the best luck, and the draw can be verified", async () => {
    const { app, t } = sender;
    await goBack(sender);
    const records = await readSentRecords(sender);
    expect(records).toContain(`${t("envelope:recordStatus.received")} 5/5`);
    await app.getByRole("link", { name: /0\.05 ETH/ }).click();
    await app.getByText(t("envelope:fairness.true"), { exact: true }).waitFor();
    const claims = await Promise.all(
      (await app.locator("ul").getByRole("listitem").all()).map((item) => readText(item)),
    );
    expect(claims).toHaveLength(5);
    for (const amount of amounts.values())
      expect(claims.some((text) => `${text} `.includes(` ${amount} ETH `))).toBe(true);
    const best = [...amounts.values()].reduce((most, amount) => (Number(amount) > Number(most) ? amount : most));
    const lucky = claims.filter((text) => text.includes(t("envelope:claims.bestLuck")));
    expect(lucky).not.toEqual([]);
    for (const text of lucky) expect(text).toContain(` ${best} ETH `);
  });

  it("account pages show balance, sent, received and quantity", async () => {
    await goBack(sender);
    const person = claimers.get(2);
    if (person === undefined) throw new Error("person 2 has claimed");
    await goBack(person);
    for (const [owner, sent] of [
      [sender, "0.05"],
      [person, "0"],
    ] as const) {
      const account = await readAccount(owner);
      const own = amounts.get(owner.n);
      expect(account).toContain(`${owner.t("envelope:user.balance")} ${own} ETH`);
      expect(account).toContain(`${owner.t("envelope:user.amountSent")} ${sent} ETH`);
      expect(account).toContain(`${owner.t("envelope:user.amountReceived")} ${own} ETH`);
      expect(account).toContain(`${owner.t("envelope:user.quantityReceived")} 1`);
    }
  });

  it("every invariant of the database is true", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
