import type { Route } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { secureAccount } from "./support/account.ts";
import { audit } from "./support/audit.ts";
import { openPassphraseForm, readOpenedAmount, tryPassphrase } from "./support/claimEnvelope.ts";
import { EXPLORER_TX, payAgainAfterReload, seeNoConfirmation } from "./support/lostPayment.ts";
import { BALANCE_KEPT_MS, PATIENCE_MS, SLOW_MS } from "./support/patience.ts";
import {
  approvePayment,
  connectWallet,
  openPaymentPage,
  payAgain,
  press,
  pressPay,
  reconnectWallet,
  startPaying,
  waitForTerms,
} from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import { goBack, openFromGroup, openPerson, pressMainAction, pressMessageButton } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { drain, getTreasuryHex, getTronAccount, readBalanceSun, TRON_WALLET } from "./support/tronWallet.ts";
import { WalletMessages } from "./support/walletMessages.ts";
import { proveAtLast, seeNoConnection, switchFrom, unlockAtOtherAccount } from "./support/walletTroubles.ts";
import { answerWallet, disconnectWallet, setWallet, toggleWalletLock } from "./support/walletWindow.ts";
import { bindToWithdraw, proveToWithdraw, withdraw } from "./support/withdraw.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

const PASSPHRASE = "Spring Rain";
const SECURITY_CODE = "Spring26";
const POST = /sent a red envelope/;
const OTHER_COINS = /\b(?:ETH|Ethereum|Solana|SOL|Ton|GRAM)\b/u;
const TERMS_PATH = "**/api/v1/order/paymentRequest*";
const BALANCE_PATH = "**/wallet/getaccount";
const BROADCAST_PATH = "**/wallet/broadcasttransaction";
const MAIN_NETWORK = "0x2b6653dc";

const messages = new WalletMessages("Tron");
let world: World;
let sender: Person;
let payment: PaymentPage;
const getSendersWallet = () => getTronAccount(world.stack, 0);
const getOtherWallet = () => getTronAccount(world.stack, 1);

beforeAll(async () => {
  world = await openWorld({ coins: "tron", settings: { TRON_EXPLORER_TX: EXPLORER_TX } });
  world.watch.allow(world.stack.info.tron?.fullHost ?? "");
});
afterAll(async () => {
  await world?.close();
});

describe("Tron", () => {
  runInOrder(() => world);

  it("a typed address is bound, and an order is made for it", async () => {
    sender = await openPerson(world, 1);
    const { app, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: t("wallet:binding.open"), exact: true }).click();
    await app.getByLabel(t("wallet:binding.address")).fill(getSendersWallet().address.toLowerCase());
    await pressMainAction(sender, t("wallet:binding.submit"));
    await app
      .getByText(t("wallet:problem.addressInvalid", { network: world.stack.info.tron?.network.name ?? "" }))
      .waitFor();
    await goBack(sender);
    await bindWallet(sender, getSendersWallet().address);
    await prepareLuckyDraw(sender, { totalAmount: "10", count: 1, passphrase: PASSPHRASE, remark: "For Ben" });
    const order = await readText(app.getByRole("main"));
    expect(order).toContain(`${t("envelope:send.toPay")} 10 TRX`);
    expect(order).toContain(`${t("envelope:send.payFrom")} ${getSendersWallet().address}`);
    expect(order).not.toMatch(OTHER_COINS);
  });

  it("the payment page says what keeps a wallet from being connected", async () => {
    payment = await openPaymentPage(world, sender, TRON_WALLET);
    expect(await seeNoConnection(payment, messages, "linkFailed")).toBe("https://www.tronlink.org/");
  });

  it("goes on by itself once the wallet is unlocked, on the right network and at the right account", async () => {
    const { page, t } = payment;
    expect(await unlockAtOtherAccount(payment, messages)).toContain(getOtherWallet().address);
    await switchFrom(payment, messages, MAIN_NETWORK);
    const proof = await proveAtLast(payment);
    expect(proof).toContain(new URL(world.stack.url).host);
    expect(proof).toContain(getSendersWallet().address);
    const terms = await readText(page.getByRole("main"));
    expect(terms).toContain(`${t("wallet:payment.amount")} 10 TRX`);
    expect(terms).toContain(`${t("wallet:payment.to")} ${world.stack.info.tron?.treasuryAddress}`);
    expect(terms).not.toMatch(OTHER_COINS);
  });

  it("the payment page says what keeps a wallet from paying, and that nothing was paid", async () => {
    const { page, t } = payment;
    expect(await startPaying(payment)).toEqual({ to: getTreasuryHex(world.stack), amount: "10 TRX" });
    await answerWallet(payment, "send", false);
    await messages.see(payment, "cancelled");
    await press(payment, "wallet:payment.retry");

    await waitForTerms(payment);
    await setWallet(payment, { mood: "withoutBalance" });
    await pressPay(payment);
    await messages.see(payment, "balanceUnavailable");
    await setWallet(payment, { mood: "usual" });
    await press(payment, "wallet:payment.retry");
    await reconnectWallet(payment);

    // Locked while the terms are read once more.
    await page.route(TERMS_PATH, async (route) => {
      await toggleWalletLock(payment);
      await route.continue();
    });
    await pressPay(payment);
    await messages.see(payment, "notLoggedIn");
    await page.unroute(TERMS_PATH);
    await toggleWalletLock(payment);
    await press(payment, "wallet:payment.retry");
    await reconnectWallet(payment);

    const giveBack = await drain(world.stack, getSendersWallet(), getOtherWallet());
    await pressPay(payment);
    await messages.see(payment, "insufficientBalance");
    await giveBack();
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await press(payment, "wallet:payment.retry");
    await reconnectWallet(payment);

    // It forgets the page before it answers.
    await setWallet(payment, { mood: "slow" });
    const balanceRead = page.waitForResponse(BALANCE_PATH);
    await pressPay(payment);
    await page.getByText(t("wallet:payment.inWalletText")).waitFor();
    await balanceRead;
    await disconnectWallet(payment);
    await page.clock.fastForward(SLOW_MS);
    await messages.see(payment, "notConnected");
    await setWallet(payment, { mood: "usual" });
    await press(payment, "wallet:payment.retry");
    await connectWallet(payment, getSendersWallet());
    await waitForTerms(payment);
  });

  it("where the wallet's node takes nothing, it warns before another payment", async () => {
    const { page } = payment;
    const before = await readBalanceSun(world.stack, getSendersWallet().address);
    await page.route(BROADCAST_PATH, (route) => route.abort());
    await startPaying(payment);
    await approvePayment(payment);
    await messages.see(payment, "rpcUnreachable");
    await page.unroute(BROADCAST_PATH);
    await press(payment, "wallet:payment.retry");
    await payAgain(payment);

    await page.route(BROADCAST_PATH, (route) => route.fulfill({ json: { code: "SIGERROR" } }));
    await startPaying(payment);
    await approvePayment(payment);
    await messages.see(payment, "payFailed");
    await page.unroute(BROADCAST_PATH);
    await press(payment, "wallet:payment.retry");
    await payAgain(payment);
    expect(await readBalanceSun(world.stack, getSendersWallet().address)).toBe(before);
  });

  it("a payment that the node takes and loses is told to be looked for, and is not simply paid again", async () => {
    const { page } = payment;
    await page.clock.install();
    await page.route(BROADCAST_PATH, (route) => route.fulfill({ json: { result: true } }));
    await startPaying(payment);
    await approvePayment(payment);
    expect(await seeNoConfirmation(payment, messages)).toMatch(/^https:\/\/explorer\.example\/tx\/[0-9a-f]{64}$/);
    await page.unroute(BROADCAST_PATH);
    await payAgainAfterReload(payment);
  });

  it("a slow wallet and a lost answer of its node pay once, and the envelope goes live", async () => {
    const { page, t } = payment;
    const before = await readBalanceSun(world.stack, world.stack.info.tron?.treasuryAddress ?? "");
    await setWallet(payment, { mood: "slow" });
    await page.clock.install();
    const balanceRead = page.waitForResponse(BALANCE_PATH);
    await pressPay(payment);
    await page.getByText(t("wallet:payment.inWalletText")).waitFor();
    // The last thing before the wallet is asked to sign.
    await balanceRead;
    await page.clock.fastForward(PATIENCE_MS);
    await page.getByText(t("wallet:payment.slowText")).waitFor();
    let answers = 0;
    await page.route(BROADCAST_PATH, async (route: Route) => {
      answers += 1;
      const answer = await route.fetch();
      if (answers === 1) await route.abort();
      else await route.fulfill({ response: answer });
    });
    await page.clock.fastForward(SLOW_MS);
    await approvePayment(payment);
    await page.getByText(t("wallet:payment.successText")).waitFor({ timeout: 30_000 });
    expect(answers).toBe(2);
    const after = await readBalanceSun(world.stack, world.stack.info.tron?.treasuryAddress ?? "");
    expect(after - before).toBe(10_000_000);
    await page.close();
    await sender.app.getByText(sender.t("envelope:send.state.live")).waitFor();
  });

  it("a person has seen every message that its wallets can cause", () => {
    expect(messages.listUnseen()).toEqual([]);
  });

  it("another person claims it, proves a wallet and is paid on the chain", async () => {
    const ben = await openPerson(world, 2);
    await pressMessageButton(ben, POST);
    await openPassphraseForm(ben);
    expect((await tryPassphrase(ben, PASSPHRASE)).status()).toBe(200);
    expect(await readOpenedAmount(ben, "TRX")).toBe("10");
    await secureAccount(world, ben, { email: "ben@example.com", code: SECURITY_CODE });

    await bindToWithdraw(world, ben, getOtherWallet().address, SECURITY_CODE);
    await proveToWithdraw(world, ben, getOtherWallet(), { type: "Tron", wallet: TRON_WALLET });

    const before = await readBalanceSun(world.stack, getOtherWallet().address);
    await withdraw(ben, "4", "TRX", SECURITY_CODE);
    const arrived = (await readBalanceSun(world.stack, getOtherWallet().address)) - before;
    expect(arrived).toBeGreaterThan(3_000_000);
    expect(arrived).toBeLessThanOrEqual(4_000_000);
    expect(await readText(ben.app.getByRole("main"))).not.toMatch(OTHER_COINS);
  });

  it("every invariant of the database is true", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
