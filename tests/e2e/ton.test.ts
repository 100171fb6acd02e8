import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "./support/audit.ts";
import { openPassphraseForm, tryPassphrase } from "./support/claimEnvelope.ts";
import { openUnpaid } from "./support/openUnpaid.ts";
import {
  goBack,
  goTo,
  openFromGroup,
  openPerson,
  pressMainAction,
  pressMessageButton,
  reloadApp,
} from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { answerTonWallet, openTonWallet } from "./support/tonWallet.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

const POST = /sent a red envelope/;
const OTHER_COINS = /\b(?:ETH|Ethereum|Solana|SOL|Tron|TRX)\b/u;

let world: World;
let sender: Person;
let wallet: Page;

beforeAll(async () => {
  world = await openWorld({ coins: "ton" });
});
afterAll(async () => {
  await world?.close();
});

async function readScreen({ app }: Person): Promise<string> {
  return await readText(app.getByRole("main"));
}

describe("TON inside the messenger", () => {
  runInOrder(() => world);

  it("a refused connection says so, and the next one binds the wallet with its proof", async () => {
    sender = await openPerson(world, 1);
    const { app, t } = sender;
    await openFromGroup(sender);
    expect(await readScreen(sender)).not.toMatch(OTHER_COINS);
    await app.getByRole("link", { name: t("wallet:binding.open"), exact: true }).click();
    await app.getByLabel(t("wallet:binding.address")).waitFor();
    expect(await readScreen(sender)).not.toMatch(OTHER_COINS);
    await pressMainAction(sender, t("wallet:binding.connect"));
    await app.getByText(t("wallet:connection.proofText")).waitFor();
    wallet = await openTonWallet(sender);
    await answerTonWallet(wallet, "connect", false);
    await app.getByText(t("wallet:failure.denied")).waitFor();
    await wallet.close();

    await pressMainAction(sender, t("wallet:connection.retry"));
    await app.getByText(t("wallet:connection.proofText")).waitFor();
    wallet = await openTonWallet(sender);
    expect(await answerTonWallet(wallet, "connect", true)).toContain("hongbao-");
    await app.getByText(t("wallet:binding.state.bound")).waitFor();
    expect(await readScreen(sender)).toContain(t("wallet:binding.proven"));
    await pressMainAction(sender, t("wallet:binding.continue"));
    await goBack(sender);
  });

  it("an envelope is paid from the wallet, past a refusal and a reload, and goes live", async () => {
    const { app, t } = sender;
    await prepareLuckyDraw(sender, { totalAmount: "0.5", count: 2, passphrase: "Spring Rain", remark: "Hello" });
    await pressMainAction(sender, t("envelope:send.payHere", { amount: "0.5\u00a0GRAM" }));
    await app
      .getByRole("button", { name: /Devnet Wallet/ })
      .or(app.getByText(t("wallet:payment.state.reviewing")))
      .first()
      .waitFor();
    await pressMainAction(sender, t("wallet:payment.pay", { amount: "0.5\u00a0GRAM" }));
    await answerTonWallet(wallet, "send", false);
    await app
      .getByText(t("wallet:payment.cancelledText"))
      .or(app.getByText(t("wallet:failure.cancelled")))
      .first()
      .waitFor();

    await reloadApp(sender);
    await pressMainAction(sender, t("wallet:payment.pay", { amount: "0.5\u00a0GRAM" }));
    const asked = await answerTonWallet(wallet, "send", true);
    expect(asked).toContain("0.5");
    // The order's page goes live before one's eyes, or is over already.
    const live = app.getByText(t("envelope:send.state.live"));
    await live
      .or(app.getByText(t("envelope:recordStatus.notReceived")))
      .first()
      .waitFor();
  });

  it("another person claims, and the books are right", async () => {
    const person = await openPerson(world, 3);
    await pressMessageButton(person, POST);
    await openPassphraseForm(person);
    expect((await tryPassphrase(person, "spring rain")).status()).toBe(200);
    await person.app.getByText(person.t("envelope:claim.credited")).waitFor();
    expect(await readScreen(person)).toMatch(/\d[.,]\d+\s+GRAM/u);
    expect(await audit(world.dataDir)).toBe("");
  });

  it("the payment page finds the wallet in the page", async () => {
    const { app, t } = sender;
    await goTo(sender, "/homePage");
    await app.getByRole("link", { name: "Friday lunch" }).click();
    await app.getByLabel(t("envelope:send.totalAmount")).fill("0.2");
    await app.getByLabel(t("envelope:send.count")).fill("2");
    await app.getByRole("textbox", { name: t("envelope:send.passphrase") }).fill("Winter Sun");
    await pressMainAction(sender, t("envelope:send.submit"));
    await app.getByText(t("envelope:send.state.awaitingPayment")).waitFor();
    const page = await openUnpaid(world, sender);
    await pressAction(page.getByRole("button", { name: t("wallet:payment.connect"), exact: true }));
    await page.getByTestId("ton-wallet-approve").click();
    await pressAction(
      page.getByRole("button", { name: t("wallet:payment.pay", { amount: "0.2\u00a0GRAM" }), exact: true }),
    );
    await page.getByTestId("ton-wallet-approve").click();
    await page.getByText(t("wallet:payment.successText")).waitFor();
    expect(await readText(page.getByRole("main"))).not.toMatch(OTHER_COINS);
    await page.close();
    await app.getByText(t("envelope:send.state.live")).waitFor();
  });
});
