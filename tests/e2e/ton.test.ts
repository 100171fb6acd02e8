import { Address, beginCell, internal, storeMessageRelaxed } from "@ton/core";
import type { Page, Route } from "playwright";
import { describe, expect, it } from "vitest";
import { TREASURY_ADDRESS, createUserWallet } from "#devnet/ton/settings.ts";
import { giveSecurityCode, secureAccount } from "./support/account.ts";
import { audit } from "./support/audit.ts";
import { claimByPassphrase } from "./support/claimEnvelope.ts";
import { openUnpaid } from "./support/openUnpaid.ts";
import {
  findMainAction,
  goBack,
  goTo,
  openFromGroup,
  openPerson,
  pressMainAction,
  pressMessageButton,
  readAppPath,
  reloadApp,
} from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { readScreen, readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { prepareLuckyDraw, unfoldOptions, waitUntilSent } from "./support/sendEnvelope.ts";
import { answerTonWallet, bindTonWallet, openTonWallet, setTonWallet } from "./support/tonWallet.ts";
import { bindToWithdraw, withdraw } from "./support/withdraw.ts";
import { provideWorld } from "./support/provideWorld.ts";

const POST = /sent a red envelope/;
const REQUEST_PATH = "**/devnet/ton/wallet/request";
const SECURITY_CODE = "R1ghtone";
/** The local wallet's account that the sender does not use. */
const OTHER_ACCOUNT = 1;
const OTHER_COINS = /\b(?:ETH|Ethereum|Solana|SOL|Tron|TRX)\b/u;

const world = provideWorld({ coins: "ton" });
let sender: Person;
let claimer: Person;
let wallet: Page;

/** Lets the wallet pay, and answers for it as one does whose payment somebody else sends on. */
async function tellNoId(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer = (await response.json()) as { result: { result?: string } };
  const info = internal({ to: Address.parse(TREASURY_ADDRESS), value: 1n });
  const result = beginCell().store(storeMessageRelaxed(info)).endCell().toBoc().toString("base64");
  await route.fulfill({
    response,
    json: answer.result.result === undefined ? answer : { result: { ...answer.result, result } },
  });
}

describe("TON inside the messenger", () => {
  runInOrder(world);

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
    await expect.poll(() => readScreen(sender)).toContain(t("wallet:binding.proven"));
    await pressMainAction(sender, t("wallet:binding.continue"));
    await goBack(sender);
  });

  it("an envelope is paid from the wallet, past a refusal and a reload, and goes live", async () => {
    const { app, t } = sender;
    await prepareLuckyDraw(sender, { totalAmount: "0.5", count: 2, passphrase: "Spring Rain", remark: "Hello" });
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
    await waitUntilSent(sender);
  });

  it("another person claims, and the books are right", async () => {
    claimer = await openPerson(world, 3);
    const person = claimer;
    await pressMessageButton(person, POST);
    expect(await claimByPassphrase(person, "spring rain", "GRAM")).toMatch(/^\d\.\d+$/u);
    expect(await audit(world.dataDir)).toBe("");
  });

  it("who has won and has no wallet is led to one over two screens, and is back at the withdrawal", async () => {
    const winner = await openPerson(world, 2);
    const { app, t } = winner;
    await pressMessageButton(winner, POST);
    const won = await claimByPassphrase(winner, "spring rain", "GRAM");
    await app.getByRole("link", { name: t("envelope:claim.withdraw"), exact: true }).click();
    const bind = await findMainAction(winner, t("withdraw:bind"));
    const withdrawal = await readAppPath(winner);
    await bind.click();
    await app.getByLabel(t("wallet:binding.address")).waitFor();
    expect(await readAppPath(winner)).toMatch(/^\/addWallet\?/);
    await setTonWallet(world, { accountIndex: 2 });
    await bindTonWallet(winner);
    await app.getByLabel(t("withdraw:amount")).waitFor();
    expect(await readAppPath(winner)).toBe(withdrawal);
    // In Chinese a decimal has a point, too.
    await expect.poll(() => readScreen(winner)).toContain(won);
    await setTonWallet(world, { accountIndex: 0 });
    await winner.close();
  });

  it("the payment page finds the wallet in the page, and the payment whose id it does not tell", async () => {
    const { app, t } = sender;
    await goTo(sender, "/homePage");
    await app.getByRole("link", { name: "Friday lunch" }).click();
    await app.getByLabel(t("envelope:send.totalAmount")).fill("0.2");
    await app.getByLabel(t("envelope:send.count")).fill("1");
    await unfoldOptions(sender);
    await app.getByRole("textbox", { name: t("envelope:send.passphrase") }).fill("Winter Sun");
    await pressMainAction(sender, t("envelope:send.submit"));
    await app.getByText(t("wallet:payment.state.reviewing")).waitFor();
    await goBack(sender);
    const page = await openUnpaid(world, sender);
    await page.route(REQUEST_PATH, tellNoId);
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

  it("a typed wallet is proven inside the messenger, and paid", async () => {
    const { app, t } = claimer;
    await claimer.page.reload();
    await pressMessageButton(claimer, POST);
    await claimByPassphrase(claimer, "winter sun", "GRAM");
    await secureAccount(world, claimer, { email: "claimer@example.com", code: SECURITY_CODE });

    await setTonWallet(world, { accountIndex: OTHER_ACCOUNT });
    const own = await createUserWallet(world.stack.info.ton?.fundedKeys[OTHER_ACCOUNT] ?? "");
    await bindToWithdraw(world, claimer, own.address.toString({ bounceable: false }), SECURITY_CODE);
    await app.getByText(t("withdraw:provingHere")).waitFor();
    await pressMainAction(claimer, t("withdraw:prove"));
    await pressMainAction(claimer, t("wallet:binding.prove"));
    await app.getByText(t("wallet:connection.proofText")).waitFor();
    const opened = await openTonWallet(claimer);
    await answerTonWallet(opened, "connect", true);
    await giveSecurityCode(claimer, SECURITY_CODE);
    await app.getByText(t("wallet:binding.state.bound")).waitFor();
    await opened.close();
    await pressMainAction(claimer, t("wallet:binding.continue"));
    await withdraw(claimer, "0.1", "GRAM", SECURITY_CODE);
    expect(await audit(world.dataDir)).toBe("");
  });
});
