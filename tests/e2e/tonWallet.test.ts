import { Address, beginCell, external, storeMessage } from "@ton/core";
import { describe, expect, it } from "vitest";
import { TonSigner } from "#devnet/wallets/ton/signer.ts";
import { EXPLORER_TX, payAgainAfterReload, seeNoConfirmation } from "./support/lostPayment.ts";
import { openUnpaid } from "./support/openUnpaid.ts";
import { BALANCE_KEPT_MS, PATIENCE_MS } from "./support/patience.ts";
import { payAgain, press, pressPay, reconnectWallet, waitForTerms } from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import { goBack, openFromGroup, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { answerTonWallet, bindTonWallet, cutTonWallet, setTonWallet } from "./support/tonWallet.ts";
import { WalletMessages } from "./support/walletMessages.ts";
import { answerWallet } from "./support/walletWindow.ts";
import { provideWorld } from "./support/provideWorld.ts";

const CONNECT_PATH = "**/devnet/ton/wallet/connect";
const REQUEST_PATH = "**/devnet/ton/wallet/request";

const messages = new WalletMessages("Ton");
const world = provideWorld({ coins: "ton", settings: { TON_EXPLORER_TX: EXPLORER_TX } });
let sender: Person;
let payment: PaymentPage;
/** What the wallet's account has before it pays. */
let heldBase: bigint;

function openSigner(): TonSigner {
  const { ton } = world.stack.info;
  if (ton === null) throw new Error("there is no TON");
  return new TonSigner(ton.apiUrl, ton.fundedKeys);
}

/** Leaves the account of the bound wallet with too little for the order. */
async function spendNearlyAll(): Promise<void> {
  const signer = openSigner();
  const { address } = await signer.describe(5);
  const leftBase = 100_000_000n;
  const amount = String((await signer.readBalance(0)) - leftBase);
  await signer.transfer(0, { messages: [{ address, amount }], validUntil: null });
  await expect.poll(() => signer.readBalance(0)).toBeLessThanOrEqual(leftBase);
}

describe("a TON wallet that does not do as one hopes", () => {
  runInOrder(world);

  it("cuts the link before the payment: the app connects again, and goes on", async () => {
    sender = await openPerson(world, 1);
    const { app, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: t("wallet:binding.open"), exact: true }).click();
    await app.getByLabel(t("wallet:binding.address")).waitFor();
    const wallet = await bindTonWallet(sender);
    await goBack(sender);
    await prepareLuckyDraw(sender, { totalAmount: "0.5", count: 2, passphrase: "Spring Rain", remark: "Hello" });
    await app.getByText(t("wallet:payment.state.reviewing")).waitFor();
    const opening = sender.page.context().waitForEvent("page");
    await cutTonWallet(world);
    await app.getByText(t("wallet:connection.state.connecting")).waitFor();
    const opened = await opening;
    await answerTonWallet(opened, "connect", true);
    await app.getByText(t("wallet:payment.state.reviewing")).waitFor();
    const wallets = sender.page
      .context()
      .pages()
      .filter((page) => page.url().includes("/ton/wallet"));
    // The person is sent to the wallet once.
    expect(wallets).toEqual([wallet, opened]);
    for (const page of wallets) await page.close();
  });

  it("refuses the connection, stays locked, or breaks it off", async () => {
    heldBase = await openSigner().readBalance(0);
    payment = { page: await openUnpaid(world, sender), t: sender.t, wallet: "ton-wallet" };
    await press(payment, "wallet:payment.connect");
    await answerWallet(payment, "connect", false);
    await messages.see(payment, "denied");
    await setTonWallet(world, { isLocked: true });
    await press(payment, "wallet:connection.retry");
    await answerWallet(payment, "unlock", false);
    await messages.see(payment, "denied");

    const { page } = payment;
    const event = { event: "connect_error", id: 1, payload: { code: 0, message: "Unknown error" } };
    await page.route(CONNECT_PATH, (route) => route.fulfill({ json: { result: { accountIndex: 0, event } } }));
    await press(payment, "wallet:connection.retry");
    await messages.see(payment, "connectionFailed");
    await page.unroute(CONNECT_PATH);
    expect(await openSigner().readBalance(0)).toBe(heldBase);
  });

  it("does not answer in time", async () => {
    const { page, t } = payment;
    await page.clock.install();
    await page.reload();
    await page.getByRole("button", { name: t("wallet:payment.connect"), exact: true }).waitFor();
    await press(payment, "wallet:payment.connect");
    await page.getByTestId("ton-wallet-unlock").waitFor();
    await page.clock.fastForward(PATIENCE_MS);
    await messages.see(payment, "linkTimeout");
    await setTonWallet(world, { isLocked: false });
    await page.reload();
    expect(await openSigner().readBalance(0)).toBe(heldBase);
  });

  it("is on another network, or shows another account", async () => {
    await press(payment, "wallet:payment.connect");
    await setTonWallet(world, { chain: "-239" });
    await answerWallet(payment, "connect", true);
    await messages.see(payment, "wrongNetwork");
    await setTonWallet(world, { chain: "-3", accountIndex: 1 });
    await press(payment, "wallet:connection.retry");
    await answerWallet(payment, "connect", true);
    await messages.see(payment, "addressMismatch");
    await setTonWallet(world, { accountIndex: 0 });
    await press(payment, "wallet:connection.connectAgain");
    await answerWallet(payment, "connect", true);
    await waitForTerms(payment);
    expect(await openSigner().readBalance(0)).toBe(heldBase);
  });

  it("pays nothing when its owner refuses, when it has forgotten the page, or on another network", async () => {
    const { page } = payment;
    await pressPay(payment);
    await answerWallet(payment, "send", false);
    await messages.see(payment, "cancelled");
    await press(payment, "wallet:payment.retry");
    await waitForTerms(payment);

    await page.evaluate(() => localStorage.setItem("devnet.tonWallet", "1"));
    await pressPay(payment);
    await messages.see(payment, "notConnected");
    await page.evaluate(() => localStorage.setItem("devnet.tonWallet", "0"));
    await press(payment, "wallet:payment.retry");
    await reconnectWallet(payment);

    await setTonWallet(world, { chain: "-239" });
    await pressPay(payment);
    await messages.see(payment, "payFailed");
    await setTonWallet(world, { chain: "-3" });
    await press(payment, "wallet:payment.retry");
    await payAgain(payment);
    expect(await openSigner().readBalance(0)).toBe(heldBase);
  });

  it("sends a payment that no block takes: the page tells where to look for it", async () => {
    const { page } = payment;
    const lost = external({ to: Address.parse((await openSigner().describe(0)).address), body: beginCell().endCell() });
    const result = beginCell().store(storeMessage(lost)).endCell().toBoc().toString("base64");
    await page.route(REQUEST_PATH, async (route) => {
      const { request } = route.request().postDataJSON() as { request: { id: string } };
      await route.fulfill({ json: { result: { result, id: request.id } } });
    });
    await pressPay(payment);
    expect(await seeNoConfirmation(payment, messages)).toMatch(/^https:\/\/explorer\.example\/tx\/[0-9a-f]{64}$/);
    await page.unroute(REQUEST_PATH);
    await payAgainAfterReload(payment);
  });

  it("holds too little: nothing is asked of it", async () => {
    const { page, t } = payment;
    await spendNearlyAll();
    await page.waitForTimeout(BALANCE_KEPT_MS);
    await pressPay(payment);
    await messages.see(payment, "insufficientBalance");
    await page.getByRole("heading", { name: t("wallet:payment.state.failed"), exact: true }).waitFor();
    expect(await page.getByTestId("ton-wallet-send").count()).toBe(0);
  });

  it("a person has seen every message that it can cause", () => {
    expect(messages.listUnseen()).toEqual([]);
  });
});
