import type { Route } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WalletFailureReason } from "#machines/failure.ts";
import { giveSecurityCode, setEmail, setSecurityCode } from "./support/account.ts";
import { audit } from "./support/audit.ts";
import { openPassphraseForm, readOpenedAmount, tryPassphrase } from "./support/claimEnvelope.ts";
import {
  approvePayment,
  connectWallet,
  openPaymentPage,
  openProofPage,
  payAgain,
  pressPay,
  reconnectWallet,
  signProof,
  startPaying,
  waitForTerms,
} from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import { goBack, openFromGroup, openPerson, openPlace, pressMainAction, pressMessageButton } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { drain, getTreasuryHex, getTronAccount, readBalanceSun, TRON_WALLET } from "./support/tronWallet.ts";
import { WalletMessages } from "./support/walletMessages.ts";
import {
  answerWallet,
  disconnectWallet,
  setWallet,
  setWalletAbsent,
  toggleWalletLock,
} from "./support/walletWindow.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

const PASSPHRASE = "Spring Rain";
const SECURITY_CODE = "Spring26";
const POST = /sent a red envelope/;
const OTHER_COINS = /\b(?:ETH|Ethereum|Solana|Ton)\b/u;
const TERMS_PATH = "**/api/v1/order/paymentRequest*";
const BALANCE_PATH = "**/wallet/getaccount";
const BROADCAST_PATH = "**/wallet/broadcasttransaction";
const MAIN_NETWORK = "0x2b6653dc";
/** Of the network's explorer, before a transaction. */
const EXPLORER = "https://explorer.example/tx/";
/** Longer than the page waits for a wallet, and shorter than a slow one takes. */
const PATIENCE_MS = 121_000;
/** As long as a slow wallet takes. */
const SLOW_MS = 180_000;
/** Longer than the page waits for a payment that was sent. */
const CHAIN_PATIENCE_MS = 1_801_000;
/** The server keeps a balance that it read for so long. */
const BALANCE_KEPT_MS = 3_000;
/** For so long the page takes a press for the second tap of a double tap. */
const DOUBLE_TAP_MS = 500;

const messages = new WalletMessages("Tron");
let world: World;
let sender: Person;
let payment: PaymentPage;
const getSendersWallet = () => getTronAccount(world.stack, 0);
const getOtherWallet = () => getTronAccount(world.stack, 1);

beforeAll(async () => {
  world = await openWorld({ coins: "tron", settings: { TRON_EXPLORER_TX: `${EXPLORER}{txHash}` } });
  world.watch.allow(world.stack.info.tron?.fullHost ?? "");
});
afterAll(async () => {
  await world?.close();
});

async function readFailure(reason: WalletFailureReason): Promise<void> {
  await messages.see(payment.page, payment.t, reason);
}

async function press(key: string): Promise<void> {
  await pressAction(payment.page.getByRole("button", { name: payment.t(key), exact: true }));
}

describe("Tron", () => {
  runInOrder(() => world);

  it("a typed address is bound, and an order is made for it", async () => {
    sender = await openPerson(world, 1);
    const { app, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: t("wallet:binding.open") }).click();
    await app.getByLabel(t("wallet:binding.address")).fill(getSendersWallet().address.toLowerCase());
    await pressMainAction(sender, t("wallet:binding.submit"));
    await app
      .getByText(t("wallet:problem.addressInvalid", { network: world.stack.info.tron?.network.name ?? "" }))
      .waitFor();
    await goBack(sender);
    await bindWallet(sender, getSendersWallet().address);
    await prepareLuckyDraw(sender, { totalAmount: "10", count: 1, passphrase: PASSPHRASE, remark: "For Ben" });
    const order = await readText(app.getByRole("main"));
    expect(order).toContain(`${t("envelope:send.toPay")} 10 Tron`);
    expect(order).toContain(`${t("envelope:send.payFrom")} ${getSendersWallet().address}`);
    expect(order).not.toMatch(OTHER_COINS);
  });

  it("the payment page says what keeps a wallet from being connected", async () => {
    payment = await openPaymentPage(world, sender, TRON_WALLET);
    const { page, t } = payment;
    await setWalletAbsent(payment, true);
    await press("wallet:payment.connect");
    await readFailure("notInstalled");
    const install = page.getByRole("link", { name: t("wallet:connection.install") });
    expect(await install.getAttribute("href")).toBe("https://www.tronlink.org/");
    await setWalletAbsent(payment, false);

    await setWallet(payment, { mood: "refusing" });
    await press("wallet:payment.connect");
    await readFailure("denied");
    await setWallet(payment, { mood: "cut" });
    await press("wallet:connection.retry");
    await readFailure("linkFailed");

    await setWallet(payment, { mood: "slow" });
    await page.clock.install();
    await press("wallet:connection.retry");
    await page.getByText(t("wallet:connection.busy.connecting")).waitFor();
    await page.clock.fastForward(PATIENCE_MS);
    await readFailure("linkTimeout");
    await setWallet(payment, { mood: "usual" });
    await page.reload();
  });

  it("goes on by itself once the wallet is unlocked, on the right network and at the right account", async () => {
    const { page, t } = payment;
    await toggleWalletLock(payment);
    await press("wallet:payment.connect");
    await page.getByTestId(`${TRON_WALLET}-unlock`).waitFor();
    await press("wallet:connection.cancel");
    await press("wallet:payment.connect");
    await readFailure("locked");
    await answerWallet(payment, "unlock", true);
    const question = page.getByTestId(`${TRON_WALLET}-connect`);
    await question.getByTestId(`${TRON_WALLET}-account`).selectOption("1");
    await answerWallet(payment, "connect", true);
    await readFailure("addressMismatch");
    expect(await readText(page.getByRole("main"))).toContain(getOtherWallet().address);

    await setWallet(payment, { accountIndex: 0, network: MAIN_NETWORK });
    await readFailure("wrongNetwork");
    await press("wallet:connection.switchNetwork");
    await answerWallet(payment, "switch", false);
    await readFailure("wrongNetwork");
    await press("wallet:connection.switchNetwork");
    await answerWallet(payment, "switch", true);

    await page.getByText(t("wallet:connection.proofText")).waitFor();
    await press("wallet:connection.sign");
    await answerWallet(payment, "sign", false);
    await page.getByText(t("wallet:failure.proofRefused")).waitFor();
    const proof = await signProof(payment);
    await waitForTerms(payment);
    expect(proof).toContain(new URL(world.stack.url).host);
    expect(proof).toContain(getSendersWallet().address);
    const terms = await readText(page.getByRole("main"));
    expect(terms).toContain(`${t("wallet:payment.amount")} 10 Tron`);
    expect(terms).toContain(`${t("wallet:payment.to")} ${world.stack.info.tron?.treasuryAddress}`);
    expect(terms).not.toMatch(OTHER_COINS);
  });

  it("the payment page says what keeps a wallet from paying, and that nothing was paid", async () => {
    const { page, t } = payment;
    expect(await startPaying(payment)).toEqual({ to: getTreasuryHex(world.stack), amount: "10 TRX" });
    await answerWallet(payment, "send", false);
    await readFailure("cancelled");
    await press("wallet:payment.retry");

    await waitForTerms(payment);
    await setWallet(payment, { mood: "withoutBalance" });
    await page.waitForTimeout(DOUBLE_TAP_MS);
    await pressPay(payment);
    await readFailure("balanceUnavailable");
    await setWallet(payment, { mood: "usual" });
    await press("wallet:payment.retry");
    await reconnectWallet(payment);

    // Locked while the terms are read once more.
    await page.route(TERMS_PATH, async (route) => {
      await toggleWalletLock(payment);
      await route.continue();
    });
    await pressPay(payment);
    await readFailure("notLoggedIn");
    await page.unroute(TERMS_PATH);
    await toggleWalletLock(payment);
    await press("wallet:payment.retry");
    await reconnectWallet(payment);

    const giveBack = await drain(world.stack, getSendersWallet(), getOtherWallet());
    await pressPay(payment);
    await readFailure("insufficientBalance");
    await giveBack();
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await press("wallet:payment.retry");
    await reconnectWallet(payment);

    // It forgets the page before it answers.
    await setWallet(payment, { mood: "slow" });
    const balanceRead = page.waitForResponse(BALANCE_PATH);
    await pressPay(payment);
    await page.getByText(t("wallet:payment.inWalletText")).waitFor();
    await balanceRead;
    await disconnectWallet(payment);
    await page.clock.fastForward(SLOW_MS);
    await readFailure("notConnected");
    await setWallet(payment, { mood: "usual" });
    await press("wallet:payment.retry");
    await connectWallet(payment, getSendersWallet());
    await waitForTerms(payment);
  });

  it("where the wallet's node takes nothing, it warns before another payment", async () => {
    const { page } = payment;
    const before = await readBalanceSun(world.stack, getSendersWallet().address);
    await page.route(BROADCAST_PATH, (route) => route.abort());
    await startPaying(payment);
    await approvePayment(payment);
    await readFailure("rpcUnreachable");
    await page.unroute(BROADCAST_PATH);
    await press("wallet:payment.retry");
    await payAgain(payment);

    await page.route(BROADCAST_PATH, (route) => route.fulfill({ json: { code: "SIGERROR" } }));
    await startPaying(payment);
    await approvePayment(payment);
    await readFailure("payFailed");
    await page.unroute(BROADCAST_PATH);
    await press("wallet:payment.retry");
    await payAgain(payment);
    expect(await readBalanceSun(world.stack, getSendersWallet().address)).toBe(before);
  });

  it("a payment that the node takes and loses is told to be looked for, and is not simply paid again", async () => {
    const { page, t } = payment;
    await page.clock.install();
    await page.route(BROADCAST_PATH, (route) => route.fulfill({ json: { result: true } }));
    await startPaying(payment);
    await approvePayment(payment);
    await page.getByRole("heading", { name: t("wallet:payment.unseen") }).waitFor();
    await page.clock.fastForward(CHAIN_PATIENCE_MS);
    await readFailure("confirmationTimeout");
    expect(await readText(page.getByRole("main"))).toContain(t("wallet:payment.money.sent"));
    const explorer = page.getByRole("link", { name: t("wallet:payment.explorer") });
    expect(await explorer.getAttribute("href")).toMatch(/^https:\/\/explorer\.example\/tx\/[0-9a-f]{64}$/);
    await page.unroute(BROADCAST_PATH);
    await page.reload();
    await press("wallet:payment.back");
    await press("wallet:payment.payAgain");
    await page.getByRole("heading", { name: t("wallet:payment.state.confirmingRepeat") }).waitFor();
    await press("wallet:payment.payAgain");
    await waitForTerms(payment);
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
    const { app, t } = ben;
    await pressMessageButton(ben, POST);
    await openPassphraseForm(ben);
    expect((await tryPassphrase(ben, PASSPHRASE)).status()).toBe(200);
    expect(await readOpenedAmount(ben, "Tron")).toBe("10");
    await ben.page.reload();
    await openFromGroup(ben);
    await openPlace(ben, "personalCenter");
    await setEmail(world, ben, "ben@example.com");
    await setSecurityCode(ben, SECURITY_CODE);

    world.watch.expect(403, "/api/v1/wallet/bind");
    await app.getByRole("link", { name: t("envelope:user.withdraw") }).click();
    await app.getByRole("link", { name: t("withdraw:bind") }).click();
    await app.getByLabel(t("wallet:binding.address")).fill(getOtherWallet().address);
    await pressMainAction(ben, t("wallet:binding.submit"));
    await giveSecurityCode(ben, SECURITY_CODE);
    await app.getByText(t("wallet:binding.state.bound")).waitFor();
    await pressMainAction(ben, t("wallet:binding.continue"));
    await app.getByRole("heading", { name: t("withdraw:state.proving") }).waitFor();
    const proof = await openProofPage(world, ben, TRON_WALLET);
    expect(proof.page.url()).toMatch(/\/unPaymentList\?lang=[\w-]+&prove=Tron$/);
    await connectWallet(proof, getOtherWallet());
    expect(await signProof(proof)).toContain(getOtherWallet().address);
    await proof.page.getByText(proof.t("wallet:proof.provenText")).waitFor();
    await proof.page.close();

    const before = await readBalanceSun(world.stack, getOtherWallet().address);
    await app.getByLabel(t("withdraw:amount")).fill("4");
    await pressMainAction(ben, t("withdraw:submit"));
    await pressMainAction(ben, t("withdraw:agree", { amount: "4 Tron" }));
    await giveSecurityCode(ben, SECURITY_CODE);
    await app.getByText(t("withdraw:note.paid")).waitFor({ timeout: 30_000 });
    const arrived = (await readBalanceSun(world.stack, getOtherWallet().address)) - before;
    expect(arrived).toBeGreaterThan(3_000_000);
    expect(arrived).toBeLessThanOrEqual(4_000_000);
    expect(await readText(app.getByRole("main"))).not.toMatch(OTHER_COINS);
  });

  it("every invariant of the database is true", async () => {
    const { code, output } = await audit(world.dataDir);
    expect(output).toMatch(/All \d+ invariants hold\./);
    expect(code).toBe(0);
  });
});
