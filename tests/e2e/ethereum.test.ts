import { describe, expect, it } from "vitest";
import { drainWei, getAccount, pauseMining, readBalanceWei, resumeMining } from "./support/ethereum.ts";
import { EXPLORER_TX, seeNoConfirmation } from "./support/lostPayment.ts";
import { approvePayment, openPaymentPage, payAgain, press, startPaying } from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import { openFromGroup, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { WalletMessages } from "./support/walletMessages.ts";
import {
  forgetPage,
  lackBalance,
  proveAtLast,
  refusePayment,
  seeNoConnection,
  switchFrom,
  unlockAtOtherAccount,
} from "./support/walletTroubles.ts";
import { provideWorld } from "./support/provideWorld.ts";

const SIGNING_PATH = "**/devnet/wallets/sign";
const MAIN_NETWORK = "1";

const messages = new WalletMessages("ETH");
const world = provideWorld({ settings: { ETH_EXPLORER_TX: EXPLORER_TX } });
let sender: Person;
let payment: PaymentPage;
const getSendersWallet = () => getAccount(world.stack, 0);
const getOtherWallet = () => getAccount(world.stack, 1);

describe("an Ethereum wallet that does not do as one hopes", () => {
  runInOrder(world);

  it("the payment page says what keeps it from being connected", async () => {
    sender = await openPerson(world, 1);
    await openFromGroup(sender);
    await bindWallet(sender, getSendersWallet().address);
    await prepareLuckyDraw(sender, { totalAmount: "0.05", count: 2, passphrase: "Spring Rain", remark: "For Ben" });
    payment = await openPaymentPage(world, sender);
    expect(await seeNoConnection(payment, messages, "connectionFailed")).toBe("https://metamask.io/download/");
  });

  it("goes on by itself once it is unlocked, at the right account and on the right network", async () => {
    expect(await unlockAtOtherAccount(payment, messages)).toContain(getOtherWallet().address);
    await switchFrom(payment, messages, MAIN_NETWORK);
    await proveAtLast(payment);
  });

  it("the payment page says what keeps it from paying, and that nothing was paid", async () => {
    const { page } = payment;
    const before = await readBalanceWei(world.stack, getSendersWallet().address);
    await refusePayment(payment, messages);
    await forgetPage(payment, messages, getSendersWallet());
    await lackBalance(payment, messages, await drainWei(world.stack, getSendersWallet()));

    await page.route(SIGNING_PATH, (route) =>
      route.fulfill({ json: { error: { code: -32_603, message: "Internal JSON-RPC error." } } }),
    );
    await startPaying(payment);
    await approvePayment(payment);
    await messages.see(payment, "payFailed");
    await page.unroute(SIGNING_PATH);
    await press(payment, "wallet:payment.retry");
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
    expect(await seeNoConfirmation(payment, messages)).toMatch(/^https:\/\/explorer\.example\/tx\/0x[0-9a-f]{64}$/);
    await resumeMining(world.stack);
    await press(payment, "wallet:payment.retry");
    await page.getByText(t("wallet:payment.successText")).waitFor();
    expect((await readBalanceWei(world.stack, treasuryAddress)) - before).toBe(50_000_000_000_000_000n);
    await page.close();
    await sender.app.getByText(sender.t("envelope:send.state.live")).waitFor();
  });

  it("a person has seen every message that its wallets can cause", () => {
    expect(messages.listUnseen()).toEqual([]);
  });
});
