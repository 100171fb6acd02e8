import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WalletFailureReason } from "#machines/failure.ts";
import { drainWei, getAccount, pauseMining, readBalanceWei, resumeMining } from "./support/ethereum.ts";
import {
  approvePayment,
  connectWallet,
  openPaymentPage,
  payAgain,
  pressPay,
  reconnectWallet,
  signProof,
  startPaying,
  waitForTerms,
} from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import { openFromGroup, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
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

const SIGNING_PATH = "**/devnet/wallets/sign";
const MAIN_NETWORK = "1";
/** Of the network's explorer, before a transaction. */
const EXPLORER = "https://explorer.example/tx/";
/** Longer than the page waits for a wallet, and shorter than a slow one takes. */
const PATIENCE_MS = 121_000;
/** As long as a slow wallet takes. */
const SLOW_MS = 180_000;
/** Longer than the page waits for a payment that was sent. */
const CHAIN_PATIENCE_MS = 1_801_000;
/** Longer than the server keeps a balance that it has read. */
const BALANCE_KEPT_MS = 3_500;

const messages = new WalletMessages("ETH");
let world: World;
let sender: Person;
let payment: PaymentPage;
const getSendersWallet = () => getAccount(world.stack, 0);
const getOtherWallet = () => getAccount(world.stack, 1);

beforeAll(async () => {
  world = await openWorld({ settings: { ETH_EXPLORER_TX: `${EXPLORER}{txHash}` } });
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

describe("an Ethereum wallet that does not do as one hopes", () => {
  runInOrder(() => world);

  it("the payment page says what keeps it from being connected", async () => {
    sender = await openPerson(world, 1);
    await openFromGroup(sender);
    await bindWallet(sender, getSendersWallet().address);
    await prepareLuckyDraw(sender, { totalAmount: "0.05", count: 2, passphrase: "Spring Rain", remark: "For Ben" });
    payment = await openPaymentPage(world, sender);
    const { page, t } = payment;
    await setWalletAbsent(payment, true);
    await press("wallet:payment.connect");
    await readFailure("notInstalled");
    const install = page.getByRole("link", { name: t("wallet:connection.install") });
    expect(await install.getAttribute("href")).toBe("https://metamask.io/download/");
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

  it("goes on by itself once it is unlocked, at the right account and on the right network", async () => {
    const { page, t } = payment;
    await toggleWalletLock(payment);
    await press("wallet:payment.connect");
    await page.getByTestId("wallet-unlock").waitFor();
    await press("wallet:connection.cancel");
    await press("wallet:payment.connect");
    await readFailure("locked");
    await answerWallet(payment, "unlock", true);
    const question = page.getByTestId("wallet-connect");
    await question.getByTestId("wallet-account").selectOption("1");
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
    await signProof(payment);
    await waitForTerms(payment);
  });

  it("the payment page says what keeps it from paying, and that nothing was paid", async () => {
    const { page, t } = payment;
    const before = await readBalanceWei(world.stack, getSendersWallet().address);
    await startPaying(payment);
    await answerWallet(payment, "send", false);
    await readFailure("cancelled");
    await press("wallet:payment.retry");
    await waitForTerms(payment);

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

    const giveBack = await drainWei(world.stack, getSendersWallet());
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await pressPay(payment);
    await readFailure("insufficientBalance");
    await giveBack();
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await press("wallet:payment.retry");
    await reconnectWallet(payment);

    await page.route(SIGNING_PATH, (route) =>
      route.fulfill({ json: { error: { code: -32_603, message: "Internal JSON-RPC error." } } }),
    );
    await startPaying(payment);
    await approvePayment(payment);
    await readFailure("payFailed");
    await page.unroute(SIGNING_PATH);
    await press("wallet:payment.retry");
    await payAgain(payment);
    expect(await readBalanceWei(world.stack, getSendersWallet().address)).toBe(before);
  });

  it("a payment without confirmations is told to be looked for, and arrives once", async () => {
    const { page, t } = payment;
    const { treasuryAddress } = world.stack.info.ethereum;
    const before = await readBalanceWei(world.stack, treasuryAddress);
    await pauseMining(world.stack);
    await startPaying(payment);
    await approvePayment(payment);
    await page.getByRole("heading", { name: t("wallet:payment.unseen") }).waitFor();
    await page.clock.fastForward(CHAIN_PATIENCE_MS);
    await readFailure("confirmationTimeout");
    expect(await readText(page.getByRole("main"))).toContain(t("wallet:payment.money.sent"));
    const explorer = page.getByRole("link", { name: t("wallet:payment.explorer") });
    expect(await explorer.getAttribute("href")).toMatch(/^https:\/\/explorer\.example\/tx\/0x[0-9a-f]{64}$/);
    await resumeMining(world.stack);
    await press("wallet:payment.retry");
    await page.getByText(t("wallet:payment.successText")).waitFor();
    expect((await readBalanceWei(world.stack, treasuryAddress)) - before).toBe(50_000_000_000_000_000n);
    await page.close();
    await sender.app.getByText(sender.t("envelope:send.state.live")).waitFor();
  });

  it("a person has seen every message that its wallets can cause", () => {
    expect(messages.listUnseen()).toEqual([]);
  });
});
