import type { Route } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "#devnet/startStack.ts";
import type { WalletFailureReason } from "#machines/kit/failure.ts";
import { secureAccount } from "./account.ts";
import { audit } from "./audit.ts";
import { claimByPassphrase } from "./claimEnvelope.ts";
import { EXPLORER_TX, payAgainAfterReload, seeNoConfirmation } from "./lostPayment.ts";
import { PATIENCE_MS, SLOW_MS } from "./patience.ts";
import { approvePayment, openPaymentPage, payAgain, press, pressPay, startPaying } from "./paymentPage.ts";
import type { PaymentPage } from "./paymentPage.ts";
import { goBack, openFromGroup, openPerson, pressMainAction, pressMessageButton } from "./person.ts";
import type { Person } from "./person.ts";
import { readScreen, readText } from "./readText.ts";
import { runInOrder } from "./runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./sendEnvelope.ts";
import { WalletMessages } from "./walletMessages.ts";
import {
  forgetPage,
  lackBalance,
  lockBeforePaying,
  proveAtLast,
  refuseBalance,
  refusePayment,
  seeNoConnection,
  unlockAtOtherAccount,
} from "./walletTroubles.ts";
import { setWallet } from "./walletWindow.ts";
import { bindToWithdraw, proveToWithdraw, withdraw } from "./withdraw.ts";
import { provideWorld } from "./provideWorld.ts";

const PASSPHRASE = "Spring Rain";
const SECURITY_CODE = "Spring26";
const POST = /sent a red envelope/;
/** What each coin and its chain are called. */
const NAMES = { ETH: "Ethereum", SOL: "Solana", TRX: "Tron", GRAM: "Ton" };

interface Account {
  readonly index: number;
  readonly address: string;
}

/** A chain whose local wallet is an extension of the browser. */
interface WalletChain<Own extends Account> {
  readonly type: "Solana" | "Tron";
  readonly symbol: keyof typeof NAMES;
  /** Its name in `COINS`. */
  readonly coin: string;
  /** Its name in the stack's facts. */
  readonly key: "solana" | "tron";
  /** Before the test ids of its wallet. */
  readonly wallet: string;
  readonly installUrl: string;
  readonly cutReason: WalletFailureReason;
  readonly lockedReason: WalletFailureReason;
  readonly getAccount: (stack: Stack, index: number) => Own;
  readonly readBalance: (stack: Stack, address: string) => Promise<number>;
  readonly drain: (stack: Stack, from: Own, to: Own) => Promise<() => Promise<void>>;
  /** An address that is none, for somebody who mistypes it. */
  readonly mistype: (address: string) => string;
  /** The treasury as the wallet shows it. */
  readonly showTreasury: (stack: Stack) => string;
  /** From the right account on another network to the right one. */
  readonly leaveNetwork: (payment: PaymentPage, messages: WalletMessages) => Promise<void>;
  /** What the proof names besides the site and the account. */
  readonly proofNames: (stack: Stack) => readonly string[];
  /** What the envelope costs. */
  readonly amount: string;
  readonly amountBase: number;
  /** The request that sends a payment: its path, and what its body holds. */
  readonly sending: { readonly path: string; readonly holds: string };
  readonly refusal: object;
  /** The answer of a node that took a payment. */
  readonly taken: object;
  /** What a slow wallet asks of its node before it asks its owner. */
  readonly balancePath?: string;
  /** Whether the wallet sends a payment again when its node's answer is lost. */
  readonly isSentAgain: boolean;
  readonly explorerUrl: RegExp;
  /** What is withdrawn, and what of it arrives. */
  readonly withdrawn: { readonly amount: string; readonly moreThan: number; readonly atMost: number };
}

/** What the cases of one chain work with: the payment page shows what is to be paid. */
export interface WalletScene {
  readonly stack: Stack;
  readonly payment: PaymentPage;
  readonly messages: WalletMessages;
}

/**
 * The story of an envelope that is paid from an extension, with everything such a wallet refuses.
 * @param describeOwn adds the cases that only this chain has, each from terms to terms
 */
export function describeWallet<Own extends Account>(
  chain: WalletChain<Own>,
  describeOwn: (getScene: () => WalletScene) => void = () => undefined,
): void {
  describe(`${chain.type}, paid from an extension`, () => {
    const messages = new WalletMessages(chain.type);
    const price = `${chain.amount} ${chain.symbol}`;
    const { [chain.symbol]: _, ...others } = NAMES;
    const otherCoins = new RegExp(`\\b(?:${Object.entries(others).flat().join("|")})\\b`, "u");
    const settings = { [`${chain.coin.toUpperCase()}_EXPLORER_TX`]: EXPLORER_TX };
    const world = provideWorld({ coins: chain.coin, settings });
    let sender: Person;
    let payment: PaymentPage;
    const getSendersWallet = () => chain.getAccount(world.stack, 0);
    const getOtherWallet = () => chain.getAccount(world.stack, 1);
    const readBalance = (address: string) => chain.readBalance(world.stack, address);
    function getInfo() {
      const info = world.stack.info[chain.key];
      if (info === null) throw new Error(`no local ${chain.type} runs`);
      return info;
    }
    /** Answers in the node's place when a payment is sent to it. */
    async function onSending(answer: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
      const { path, holds } = chain.sending;
      await payment.page.route(path, (route) =>
        (route.request().postData() ?? "").includes(holds) ? answer(route) : route.continue(),
      );
      return () => payment.page.unroute(path);
    }
    async function waitForBalance(): Promise<void> {
      if (chain.balancePath !== undefined) await payment.page.waitForResponse(chain.balancePath);
    }

    beforeAll(() => {
      // Its wallet asks the node from the page.
      if (world.stack.info.tron !== null) world.watch.allow(world.stack.info.tron.fullHost);
    });
    runInOrder(world);

    it("a typed address is bound, and an order is made for it", async () => {
      sender = await openPerson(world, 1);
      const { app, t } = sender;
      const { address } = getSendersWallet();
      await openFromGroup(sender);
      await app.getByRole("link", { name: t("wallet:binding.open"), exact: true }).click();
      await app.getByLabel(t("wallet:binding.address")).fill(chain.mistype(address));
      await pressMainAction(sender, t("wallet:binding.submit"));
      await app.getByText(t("wallet:problem.addressInvalid", { network: getInfo().network.name })).waitFor();
      await goBack(sender);
      await bindWallet(sender, address);
      const envelope = { totalAmount: chain.amount, count: 1, passphrase: PASSPHRASE, remark: "For Ben" };
      await prepareLuckyDraw(sender, envelope);
      const order = await readText(app.getByRole("main"));
      expect(order).toContain(`${t("envelope:send.toPay")} ${price}`);
      expect(order).toContain(`${t("envelope:send.payFrom")} ${address}`);
      expect(order).not.toMatch(otherCoins);
    });

    it("the payment page says what keeps a wallet from being connected", async () => {
      payment = await openPaymentPage(world, sender, chain.wallet);
      expect(await seeNoConnection(payment, messages, chain.cutReason)).toBe(chain.installUrl);
    });

    it("goes on by itself once the wallet is unlocked, at the right account and on the right network", async () => {
      const { page, t } = payment;
      expect(await unlockAtOtherAccount(payment, messages)).toContain(getOtherWallet().address);
      await chain.leaveNetwork(payment, messages);
      const proof = await proveAtLast(payment);
      for (const name of [new URL(world.stack.url).host, getSendersWallet().address, ...chain.proofNames(world.stack)])
        expect(proof).toContain(name);
      const terms = await readText(page.getByRole("main"));
      expect(terms).toContain(`${t("wallet:payment.amount")} ${price}`);
      expect(terms).toContain(`${t("wallet:payment.to")} ${getInfo().treasuryAddress}`);
      expect(terms).not.toMatch(otherCoins);
    });

    it("the payment page says what keeps a wallet from paying, and that nothing was paid", async () => {
      const asked = await refusePayment(payment, messages);
      expect(asked).toEqual({ to: chain.showTreasury(world.stack), amount: price });
      await refuseBalance(payment, messages);
      await lockBeforePaying(payment, messages, chain.lockedReason);
      const giveBack = await chain.drain(world.stack, getSendersWallet(), getOtherWallet());
      await lackBalance(payment, messages, giveBack);
      await forgetPage(payment, messages, getSendersWallet(), waitForBalance);
    });

    describeOwn(() => ({ stack: world.stack, payment, messages }));

    it("where the wallet's node takes nothing, it warns before another payment", async () => {
      const { page, t } = payment;
      const before = await readBalance(getSendersWallet().address);
      const reachNode = await onSending((route) => route.abort());
      await startPaying(payment);
      await approvePayment(payment);
      await messages.see(payment, "rpcUnreachable");
      expect(await readText(page.getByRole("main"))).toContain(t("wallet:payment.money.unknown"));
      await reachNode();
      await press(payment, "wallet:payment.retry");
      await payAgain(payment);

      const agree = await onSending((route) => route.fulfill({ json: chain.refusal }));
      await startPaying(payment);
      await approvePayment(payment);
      await messages.see(payment, "payFailed");
      await agree();
      await press(payment, "wallet:payment.retry");
      await payAgain(payment);
      expect(await readBalance(getSendersWallet().address)).toBe(before);
    });

    it("a payment that the node takes and loses is told to be looked for, and is not simply paid again", async () => {
      await payment.page.clock.install();
      const keepPayments = await onSending((route) => route.fulfill({ json: chain.taken }));
      await startPaying(payment);
      await approvePayment(payment);
      expect(await seeNoConfirmation(payment, messages)).toMatch(chain.explorerUrl);
      await keepPayments();
      await payAgainAfterReload(payment);
    });

    const loss = chain.isSentAgain ? " and a lost answer of its node pay" : " pays";
    it(`a slow wallet${loss} once, and the envelope goes live`, async () => {
      const { page, t } = payment;
      const { treasuryAddress } = getInfo();
      const before = await readBalance(treasuryAddress);
      await setWallet(payment, { mood: "slow" });
      await page.clock.install();
      const balanceRead = waitForBalance();
      await pressPay(payment);
      await page.getByText(t("wallet:payment.inWalletText")).waitFor();
      // The last thing before the wallet is asked to sign.
      await balanceRead;
      await page.clock.fastForward(PATIENCE_MS);
      await page.getByText(t("wallet:payment.slowText")).waitFor();
      let answers = 0;
      await onSending(async (route) => {
        answers += 1;
        const answer = await route.fetch();
        if (chain.isSentAgain && answers === 1) await route.abort();
        else await route.fulfill({ response: answer });
      });
      await page.clock.fastForward(SLOW_MS);
      await approvePayment(payment);
      await page.getByText(t("wallet:payment.successText")).waitFor();
      expect(answers).toBe(chain.isSentAgain ? 2 : 1);
      expect((await readBalance(treasuryAddress)) - before).toBe(chain.amountBase);
      await page.close();
      await sender.app.getByText(sender.t("envelope:send.state.live")).waitFor();
    });

    it("a person has seen every message that its wallets can cause", () => {
      expect(messages.listUnseen()).toEqual([]);
    });

    it("another person claims it, proves a wallet and is paid on the chain", async () => {
      const ben = await openPerson(world, 2);
      const { address } = getOtherWallet();
      await pressMessageButton(ben, POST);
      expect(await claimByPassphrase(ben, PASSPHRASE, chain.symbol)).toBe(chain.amount);
      await secureAccount(world, ben, { email: "ben@example.com", code: SECURITY_CODE });

      await bindToWithdraw(world, ben, address, SECURITY_CODE);
      await proveToWithdraw(world, ben, getOtherWallet(), chain);

      const before = await readBalance(address);
      await withdraw(ben, chain.withdrawn.amount, chain.symbol, SECURITY_CODE);
      const arrived = (await readBalance(address)) - before;
      expect(arrived).toBeGreaterThan(chain.withdrawn.moreThan);
      expect(arrived).toBeLessThanOrEqual(chain.withdrawn.atMost);
      expect(await readScreen(ben)).not.toMatch(otherCoins);
    });

    it("every invariant of the database is true", async () => {
      expect(await audit(world.dataDir)).toBe("");
    });
  });
}
