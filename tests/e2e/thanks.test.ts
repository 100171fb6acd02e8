import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { parseAmount } from "#domain/money/parseAmount.ts";
import { audit } from "./support/audit.ts";
import { openPassphraseForm, readOpenedAmount, tryPassphrase } from "./support/claimEnvelope.ts";
import { getAccount } from "./support/ethereum.ts";
import { listEnvelopePosts } from "./support/groupPosts.ts";
import { approvePayment, connectWallet, openPaymentPage, proveOwnership, startPaying } from "./support/paymentPage.ts";
import { goBack, openFromGroup, openPerson, pressMessageButton } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

const POST = /sent a red envelope/;
const PASSPHRASE = "Autumn Moon";

let world: World;
let sender: Person;
const claimers: Person[] = [];
/** Base units. */
let claimedBase = 0n;

beforeAll(async () => {
  world = await openWorld({ settings: { CLOSE_AFTER_S: "1" } });
});
afterAll(async () => {
  await world?.close();
});

describe("thanks, and an early end", () => {
  runInOrder(() => world);

  it("an envelope of four shares goes live", async () => {
    sender = await openPerson(world, 1);
    await openFromGroup(sender);
    await bindWallet(sender, getAccount(world.stack, 0).address);
    await prepareLuckyDraw(sender, { totalAmount: "0.04", count: 4, passphrase: PASSPHRASE, remark: "Harvest" });
    const payment = await openPaymentPage(world, sender);
    await connectWallet(payment, getAccount(world.stack, 0));
    await proveOwnership(payment);
    await startPaying(payment);
    await approvePayment(payment);
    await payment.page.getByText(payment.t("wallet:payment.successText")).waitFor();
    await payment.page.close();
    await sender.app.getByText(sender.t("envelope:send.state.live")).waitFor();
    await expect.poll(() => listEnvelopePosts(world.stack)).toHaveLength(1);
  });

  it("three claim, and one of them thanks by a tap", async () => {
    for (const n of [2, 3, 4]) {
      const person = await openPerson(world, n, { flavour: n % 2 === 0 ? "a" : "k" });
      claimers.push(person);
      await pressMessageButton(person, POST);
      await openPassphraseForm(person);
      expect((await tryPassphrase(person, PASSPHRASE)).status()).toBe(200);
      claimedBase += parseAmount(await readOpenedAmount(person), COINS.eth.baseDecimals);
    }
    const [first] = claimers;
    if (first === undefined) throw new Error("person 2 has claimed");
    const { page, app, t } = first;
    const heart = app.getByRole("button", { name: t("envelope:thanks.sign.heart") });
    const saved = page.waitForResponse((response) => response.url().endsWith("/v1/redpackage/thank"));
    await pressAction(heart);
    expect((await saved).status()).toBe(200);
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
  });

  it("the sender sees the thanks, ends the envelope, and has the rest back at once", async () => {
    const { app, t } = sender;
    await app.getByRole("link", { name: t("envelope:send.seeDetails") }).click();
    await app.getByRole("listitem").getByText(t("envelope:thanks.sign.heart"), { exact: true }).waitFor();
    await pressAction(app.getByRole("button", { name: t("envelope:close.close") }));
    const restBase = parseAmount("0.04", COINS.eth.baseDecimals) - claimedBase;
    const rest = formatAmount(restBase, COINS.eth.baseDecimals);
    await app.getByText(t("envelope:close.title")).waitFor();
    expect(await readText(app.getByRole("dialog"))).toContain(rest);
    await pressAction(app.getByRole("button", { name: t("envelope:close.confirm"), exact: true }));
    await app.getByText(t("envelope:details.note.refundedBySender")).waitFor();
    expect(await app.getByRole("button", { name: t("envelope:close.close") }).count()).toBe(0);
    await expect
      .poll(async () => (await listEnvelopePosts(world.stack))[0]?.text)
      .toMatch(/Left: 1 of 4\nEnded by the sender\.\n/u);

    await goBack(sender);
    await goBack(sender);
    await app.getByRole("link", { name: t("app:nav.personalCenter"), exact: true }).click();
    await app.getByText(t("envelope:user.quantityReceived")).waitFor();
    expect(await readText(app.getByRole("main"))).toContain(`${t("envelope:user.balance")} ${rest} ETH`);
  });

  it("every invariant of the database is true", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
