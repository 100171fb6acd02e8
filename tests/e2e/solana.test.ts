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
import { drain, getSolanaAccount, getSolanaTreasury, readLamports, SOLANA_WALLET } from "./support/solanaWallet.ts";
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
const OTHER_COINS = /\b(?:ETH|Ethereum|Tron|Ton)\b/u;
const TERMS_PATH = "**/api/v1/order/paymentRequest*";
const NODE_PATH = "**/devnet/solana/rpc";
/** Of the network's explorer, before a transaction. */
const EXPLORER = "https://explorer.example/tx/";
/** Longer than the page waits for a wallet, and shorter than a slow one takes. */
const PATIENCE_MS = 121_000;
const SLOW_REST_MS = 60_000;
/** As long as a slow wallet takes. */
const SLOW_MS = 180_000;
/** Longer than the page waits for a payment that was sent. */
const CHAIN_PATIENCE_MS = 1_801_000;
const DOUBLE_TAP_MS = 500;
/** Longer than the server keeps a balance that it has read. */
const BALANCE_KEPT_MS = 3_500;

const messages = new WalletMessages("Solana");
let world: World;
let sender: Person;
let payment: PaymentPage;
const getSendersWallet = () => getSolanaAccount(world.stack, 0);
const getOtherWallet = () => getSolanaAccount(world.stack, 1);

beforeAll(async () => {
  world = await openWorld({ coins: "sol", settings: { SOL_EXPLORER_TX: `${EXPLORER}{txHash}` } });
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

describe("Solana", () => {
  runInOrder(() => world);

  it("a typed address is bound, and an order is made for it", async () => {
    sender = await openPerson(world, 1);
    const { app, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: t("wallet:binding.open") }).click();
    await app.getByLabel(t("wallet:binding.address")).fill(`${getSendersWallet().address.slice(0, -1)}0`);
    await pressMainAction(sender, t("wallet:binding.submit"));
    await app.getByText(t("wallet:problem.addressInvalid", { network: "Solana (local)" })).waitFor();
    await goBack(sender);
    await bindWallet(sender, getSendersWallet().address);
    await prepareLuckyDraw(sender, { totalAmount: "0.5", count: 1, passphrase: PASSPHRASE, remark: "For Ben" });
    const order = await readText(app.getByRole("main"));
    expect(order).toContain(`${t("envelope:send.toPay")} 0.5 Solana`);
    expect(order).toContain(`${t("envelope:send.payFrom")} ${getSendersWallet().address}`);
    expect(order).not.toMatch(OTHER_COINS);
  });

  it("the payment page says what keeps a wallet from being connected", async () => {
    payment = await openPaymentPage(world, sender, SOLANA_WALLET);
    const { page, t } = payment;
    await setWalletAbsent(payment, true);
    await press("wallet:payment.connect");
    await readFailure("notInstalled");
    const install = page.getByRole("link", { name: t("wallet:connection.install") });
    expect(await install.getAttribute("href")).toBe("https://phantom.com/download");
    await setWalletAbsent(payment, false);

    await setWallet(payment, { mood: "refusing" });
    await press("wallet:payment.connect");
    await readFailure("denied");
    await setWallet(payment, { mood: "cut" });
    await press("wallet:connection.retry");
    await readFailure("connectionFailed");

    await setWallet(payment, { mood: "slow" });
    await page.clock.install();
    await press("wallet:connection.retry");
    await page.getByText(t("wallet:connection.busy.connecting")).waitFor();
    await page.clock.fastForward(PATIENCE_MS);
    await readFailure("linkTimeout");
    await setWallet(payment, { mood: "usual" });
    await page.reload();
  });

  it("goes on by itself once the wallet is unlocked, at the right account and on the right network", async () => {
    const { page, t } = payment;
    await toggleWalletLock(payment);
    await press("wallet:payment.connect");
    await page.getByTestId(`${SOLANA_WALLET}-unlock`).waitFor();
    await press("wallet:connection.cancel");
    await press("wallet:payment.connect");
    await readFailure("locked");
    await answerWallet(payment, "unlock", true);
    const question = page.getByTestId(`${SOLANA_WALLET}-connect`);
    await question.getByTestId(`${SOLANA_WALLET}-account`).selectOption("1");
    await answerWallet(payment, "connect", true);
    await readFailure("addressMismatch");
    expect(await readText(page.getByRole("main"))).toContain(getOtherWallet().address);

    await setWallet(payment, { accountIndex: 0, network: "solana:mainnet" });
    await readFailure("wrongNetwork");
    expect(await page.getByRole("button", { name: t("wallet:connection.switchNetwork") }).count()).toBe(0);
    await setWallet(payment, { network: "solana:localnet" });

    await page.getByText(t("wallet:connection.proofText")).waitFor();
    await press("wallet:connection.sign");
    await answerWallet(payment, "sign", false);
    await page.getByText(t("wallet:failure.proofRefused")).waitFor();
    const proof = await signProof(payment);
    await waitForTerms(payment);
    expect(proof).toContain(new URL(world.stack.url).host);
    expect(proof).toContain(getSendersWallet().address);
    expect(proof).toContain(world.stack.info.solana?.network.id);
    const terms = await readText(page.getByRole("main"));
    expect(terms).toContain(`${t("wallet:payment.amount")} 0.5 Solana`);
    expect(terms).toContain(`${t("wallet:payment.to")} ${getSolanaTreasury(world.stack)}`);
    expect(terms).not.toMatch(OTHER_COINS);
  });

  it("the payment page says what keeps a wallet from paying, and that nothing was paid", async () => {
    const { page, t } = payment;
    expect(await startPaying(payment)).toEqual({ to: getSolanaTreasury(world.stack), amount: "0.5 SOL" });
    await answerWallet(payment, "send", false);
    await readFailure("cancelled");
    await press("wallet:payment.retry");

    await waitForTerms(payment);
    // A second press within half a second counts as a double tap.
    await page.waitForTimeout(DOUBLE_TAP_MS);
    await setWallet(payment, { mood: "withoutBalance" });
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
    await readFailure("locked");
    await page.unroute(TERMS_PATH);
    await toggleWalletLock(payment);
    await press("wallet:payment.retry");
    await reconnectWallet(payment);

    // The page sees too small a balance, and so does the node that the wallet tries it on.
    const giveBack = await drain(world.stack, getSendersWallet(), getOtherWallet());
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await pressPay(payment);
    await readFailure("insufficientBalance");
    await giveBack();
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await press("wallet:payment.retry");
    await reconnectWallet(payment);
    await startPaying(payment);
    const giveBackAgain = await drain(world.stack, getSendersWallet(), getOtherWallet());
    await approvePayment(payment);
    await readFailure("insufficientBalance");
    await giveBackAgain();
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await press("wallet:payment.retry");
    await reconnectWallet(payment);

    // It forgets the page before it answers.
    await setWallet(payment, { mood: "slow" });
    await pressPay(payment);
    await page.getByText(t("wallet:payment.inWalletText")).waitFor();
    await disconnectWallet(payment);
    await page.clock.fastForward(SLOW_MS);
    await readFailure("notConnected");
    await setWallet(payment, { mood: "usual" });
    await press("wallet:payment.retry");
    await connectWallet(payment, getSendersWallet());
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
    await readFailure("rpcUnreachable");
    expect(await readText(page.getByRole("main"))).toContain(t("wallet:payment.money.unknown"));
    await page.unroute(NODE_PATH);
    await press("wallet:payment.retry");
    await payAgain(payment);

    await page.route(NODE_PATH, (route) =>
      route.request().postData()?.includes("sendTransaction") === true
        ? route.fulfill({ json: { jsonrpc: "2.0", id: 1, error: { code: -32_002, message: "Blockhash not found" } } })
        : route.continue(),
    );
    await startPaying(payment);
    await approvePayment(payment);
    await readFailure("payFailed");
    await page.unroute(NODE_PATH);
    await press("wallet:payment.retry");
    await payAgain(payment);
  });

  it("a payment that the node takes and loses is told to be looked for, and is not simply paid again", async () => {
    const { page, t } = payment;
    await page.clock.install();
    await page.route(NODE_PATH, (route) =>
      route.request().postData()?.includes("sendTransaction") === true
        ? route.fulfill({ json: { jsonrpc: "2.0", id: 1, result: "taken" } })
        : route.continue(),
    );
    await startPaying(payment);
    await approvePayment(payment);
    await page.getByRole("heading", { name: t("wallet:payment.unseen") }).waitFor();
    await page.clock.fastForward(CHAIN_PATIENCE_MS);
    await readFailure("confirmationTimeout");
    expect(await readText(page.getByRole("main"))).toContain(t("wallet:payment.money.sent"));
    const explorer = page.getByRole("link", { name: t("wallet:payment.explorer") });
    expect(await explorer.getAttribute("href")).toMatch(
      /^https:\/\/explorer\.example\/tx\/[1-9A-HJ-NP-Za-km-z]{80,90}$/,
    );
    await page.unroute(NODE_PATH);
    await page.reload();
    await press("wallet:payment.back");
    await press("wallet:payment.payAgain");
    await page.getByRole("heading", { name: t("wallet:payment.state.confirmingRepeat") }).waitFor();
    await press("wallet:payment.payAgain");
    await waitForTerms(payment);
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
    const { app, t } = ben;
    await pressMessageButton(ben, POST);
    await openPassphraseForm(ben);
    expect((await tryPassphrase(ben, PASSPHRASE)).status()).toBe(200);
    expect(await readOpenedAmount(ben, "Solana")).toBe("0.5");
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
    const proof = await openProofPage(world, ben, SOLANA_WALLET);
    expect(proof.page.url()).toMatch(/\/unPaymentList\?lang=[\w-]+&prove=Solana$/);
    await connectWallet(proof, getOtherWallet());
    expect(await signProof(proof)).toContain(getOtherWallet().address);
    await proof.page.getByText(proof.t("wallet:proof.provenText")).waitFor();
    await proof.page.close();

    const before = await readLamports(world.stack, getOtherWallet().address);
    await app.getByLabel(t("withdraw:amount")).fill("0.4");
    await pressMainAction(ben, t("withdraw:submit"));
    await pressMainAction(ben, t("withdraw:agree", { amount: "0.4 Solana" }));
    await giveSecurityCode(ben, SECURITY_CODE);
    await app.getByText(t("withdraw:note.paid")).waitFor({ timeout: 30_000 });
    const arrived = (await readLamports(world.stack, getOtherWallet().address)) - before;
    expect(arrived).toBeGreaterThan(399_000_000);
    expect(arrived).toBeLessThan(400_000_000);
    expect(await readText(app.getByRole("main"))).not.toMatch(OTHER_COINS);
  });

  it("every invariant of the database is true", async () => {
    const { code, output } = await audit(world.dataDir);
    expect(output).toMatch(/All \d+ invariants hold\./);
    expect(code).toBe(0);
  });
});
