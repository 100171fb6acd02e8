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
import { drain, getSolanaAccount, getSolanaTreasury, readLamports, SOLANA_WALLET } from "./support/solanaWallet.ts";
import { WalletMessages } from "./support/walletMessages.ts";
import { proveAtLast, seeNoConnection, unlockAtOtherAccount } from "./support/walletTroubles.ts";
import { answerWallet, disconnectWallet, setWallet, toggleWalletLock } from "./support/walletWindow.ts";
import { bindToWithdraw, proveToWithdraw, withdraw } from "./support/withdraw.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

const PASSPHRASE = "Spring Rain";
const SECURITY_CODE = "Spring26";
const POST = /sent a red envelope/;
const OTHER_COINS = /\b(?:ETH|Ethereum|Tron|TRX|Ton|GRAM)\b/u;
const TERMS_PATH = "**/api/v1/order/paymentRequest*";
const NODE_PATH = "**/devnet/solana/rpc";
const SLOW_REST_MS = 60_000;
/** The local node gives each of 150 blocks 200 ms, and leaves some slots empty. */
const BLOCKHASH_MS = 35_000;

const messages = new WalletMessages("Solana");
let world: World;
let sender: Person;
let payment: PaymentPage;
const getSendersWallet = () => getSolanaAccount(world.stack, 0);
const getOtherWallet = () => getSolanaAccount(world.stack, 1);

beforeAll(async () => {
  world = await openWorld({ coins: "sol", settings: { SOL_EXPLORER_TX: EXPLORER_TX } });
});
afterAll(async () => {
  await world?.close();
});

describe("Solana", () => {
  runInOrder(() => world);

  it("a typed address is bound, and an order is made for it", async () => {
    sender = await openPerson(world, 1);
    const { app, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: t("wallet:binding.open"), exact: true }).click();
    await app.getByLabel(t("wallet:binding.address")).fill(`${getSendersWallet().address.slice(0, -1)}0`);
    await pressMainAction(sender, t("wallet:binding.submit"));
    await app.getByText(t("wallet:problem.addressInvalid", { network: "Solana (local)" })).waitFor();
    await goBack(sender);
    await bindWallet(sender, getSendersWallet().address);
    await prepareLuckyDraw(sender, { totalAmount: "0.5", count: 1, passphrase: PASSPHRASE, remark: "For Ben" });
    const order = await readText(app.getByRole("main"));
    expect(order).toContain(`${t("envelope:send.toPay")} 0.5 SOL`);
    expect(order).toContain(`${t("envelope:send.payFrom")} ${getSendersWallet().address}`);
    expect(order).not.toMatch(OTHER_COINS);
  });

  it("the payment page says what keeps a wallet from being connected", async () => {
    payment = await openPaymentPage(world, sender, SOLANA_WALLET);
    expect(await seeNoConnection(payment, messages, "connectionFailed")).toBe("https://phantom.com/download");
  });

  it("goes on by itself once the wallet is unlocked, at the right account and on the right network", async () => {
    const { page, t } = payment;
    expect(await unlockAtOtherAccount(payment, messages)).toContain(getOtherWallet().address);
    await setWallet(payment, { accountIndex: 0, network: "solana:mainnet" });
    await messages.see(payment, "wrongNetwork");
    expect(await page.getByRole("button", { name: t("wallet:connection.switchNetwork"), exact: true }).count()).toBe(0);
    await setWallet(payment, { network: "solana:localnet" });

    const proof = await proveAtLast(payment);
    expect(proof).toContain(new URL(world.stack.url).host);
    expect(proof).toContain(getSendersWallet().address);
    expect(proof).toContain(world.stack.info.solana?.network.id);
    const terms = await readText(page.getByRole("main"));
    expect(terms).toContain(`${t("wallet:payment.amount")} 0.5 SOL`);
    expect(terms).toContain(`${t("wallet:payment.to")} ${getSolanaTreasury(world.stack)}`);
    expect(terms).not.toMatch(OTHER_COINS);
  });

  it("the payment page says what keeps a wallet from paying, and that nothing was paid", async () => {
    const { page, t } = payment;
    expect(await startPaying(payment)).toEqual({ to: getSolanaTreasury(world.stack), amount: "0.5 SOL" });
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
    await messages.see(payment, "locked");
    await page.unroute(TERMS_PATH);
    await toggleWalletLock(payment);
    await press(payment, "wallet:payment.retry");
    await reconnectWallet(payment);

    // The page sees too small a balance, and so does the node that the wallet tries it on.
    const giveBack = await drain(world.stack, getSendersWallet(), getOtherWallet());
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await pressPay(payment);
    await messages.see(payment, "insufficientBalance");
    await giveBack();
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await press(payment, "wallet:payment.retry");
    await reconnectWallet(payment);
    await startPaying(payment);
    const giveBackAgain = await drain(world.stack, getSendersWallet(), getOtherWallet());
    await approvePayment(payment);
    await messages.see(payment, "insufficientBalance");
    await giveBackAgain();
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await press(payment, "wallet:payment.retry");
    await reconnectWallet(payment);

    // It forgets the page before it answers.
    await setWallet(payment, { mood: "slow" });
    await pressPay(payment);
    await page.getByText(t("wallet:payment.inWalletText")).waitFor();
    await disconnectWallet(payment);
    await page.clock.fastForward(SLOW_MS);
    await messages.see(payment, "notConnected");
    await setWallet(payment, { mood: "usual" });
    await press(payment, "wallet:payment.retry");
    await connectWallet(payment, getSendersWallet());
    await waitForTerms(payment);
  });

  it("what is signed too late is not sent, and can be signed anew", async () => {
    await startPaying(payment);
    await new Promise((resolve) => {
      setTimeout(resolve, BLOCKHASH_MS);
    });
    await approvePayment(payment);
    await messages.see(payment, "signedTooLate");
    expect(await startPaying(payment)).toEqual({ to: getSolanaTreasury(world.stack), amount: "0.5 SOL" });
    await answerWallet(payment, "send", false);
    await messages.see(payment, "cancelled");
    await press(payment, "wallet:payment.retry");
    await waitForTerms(payment);
  });

  it("what a wallet only signs is sent by the page, which warns before another payment where no node takes it", async () => {
    const { page, t } = payment;
    await setWallet(payment, { mood: "onlySigns" });
    await page.reload();
    await reconnectWallet(payment);
    await page.route(NODE_PATH, (route) =>
      route.request().postData()?.includes("sendTransaction") === true ? route.abort() : route.continue(),
    );
    await startPaying(payment);
    await approvePayment(payment);
    await messages.see(payment, "rpcUnreachable");
    expect(await readText(page.getByRole("main"))).toContain(t("wallet:payment.money.unknown"));
    await page.unroute(NODE_PATH);
    await press(payment, "wallet:payment.retry");
    await payAgain(payment);

    await page.route(NODE_PATH, (route) =>
      route.request().postData()?.includes("sendTransaction") === true
        ? route.fulfill({ json: { jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "Internal error" } } })
        : route.continue(),
    );
    await startPaying(payment);
    await approvePayment(payment);
    await messages.see(payment, "payFailed");
    await page.unroute(NODE_PATH);
    await press(payment, "wallet:payment.retry");
    await payAgain(payment);
  });

  it("a payment that the node takes and loses is told to be looked for, and is not simply paid again", async () => {
    const { page } = payment;
    await page.clock.install();
    await page.route(NODE_PATH, (route) =>
      route.request().postData()?.includes("sendTransaction") === true
        ? route.fulfill({ json: { jsonrpc: "2.0", id: 1, result: "taken" } })
        : route.continue(),
    );
    await startPaying(payment);
    await approvePayment(payment);
    expect(await seeNoConfirmation(payment, messages)).toMatch(
      /^https:\/\/explorer\.example\/tx\/[1-9A-HJ-NP-Za-km-z]{80,90}$/,
    );
    await page.unroute(NODE_PATH);
    await payAgainAfterReload(payment);
  });

  it("a slow wallet and a lost answer of the node pay once, and the envelope goes live", async () => {
    const { page, t } = payment;
    const before = await readLamports(world.stack, getSolanaTreasury(world.stack));
    await setWallet(payment, { mood: "slow" });
    await page.clock.install();
    await pressPay(payment);
    await page.getByText(t("wallet:payment.inWalletText")).waitFor();
    await page.clock.fastForward(PATIENCE_MS);
    await page.getByText(t("wallet:payment.slowText")).waitFor();
    await page.clock.fastForward(SLOW_REST_MS);
    await approvePayment(payment);
    await page.getByText(t("wallet:payment.successText")).waitFor({ timeout: 30_000 });
    const after = await readLamports(world.stack, getSolanaTreasury(world.stack));
    expect(after - before).toBe(500_000_000);
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
    expect(await readOpenedAmount(ben, "SOL")).toBe("0.5");
    await secureAccount(world, ben, { email: "ben@example.com", code: SECURITY_CODE });

    await bindToWithdraw(world, ben, getOtherWallet().address, SECURITY_CODE);
    await proveToWithdraw(world, ben, getOtherWallet(), { type: "Solana", wallet: SOLANA_WALLET });

    const before = await readLamports(world.stack, getOtherWallet().address);
    await withdraw(ben, "0.4", "SOL", SECURITY_CODE);
    const arrived = (await readLamports(world.stack, getOtherWallet().address)) - before;
    expect(arrived).toBeGreaterThan(399_000_000);
    expect(arrived).toBeLessThan(400_000_000);
    expect(await readText(ben.app.getByRole("main"))).not.toMatch(OTHER_COINS);
  });

  it("every invariant of the database is true", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
