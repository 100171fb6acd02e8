import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TonSigner } from "#devnet/tonWallet/tonSigner.ts";
import { openUnpaid } from "./support/openUnpaid.ts";
import { goBack, openFromGroup, openPerson, pressMainAction } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { answerTonWallet, cutTonWallet, openTonWallet, setTonWallet } from "./support/tonWallet.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

const PAY = { amount: "0.5\u00a0Ton" };
/** Longer than the page waits for a wallet. */
const BEYOND_PATIENCE_MS = 121_000;

let world: World;
let sender: Person;
let wallet: Page;
/** The payment page of the order. */
let page: Page;

beforeAll(async () => {
  world = await openWorld({ coins: "ton" });
});
afterAll(async () => {
  await world?.close();
});

/** Answers the wallet's question in the payment page. */
async function answer(kind: "connect" | "send" | "unlock", isAllowed: boolean): Promise<void> {
  const question = page.getByTestId(`ton-wallet-${kind}`);
  await question.getByTestId(isAllowed ? "ton-wallet-approve" : "ton-wallet-reject").click();
}

async function press(key: string, values?: Readonly<Record<string, string>>): Promise<void> {
  await pressAction(page.getByRole("button", { name: sender.t(key, values) }));
}

/** Whether the page says it within the time that a test waits. */
async function isTold(key: string): Promise<boolean> {
  await page.getByText(sender.t(key)).first().waitFor();
  return true;
}

/** Leaves the account of the bound wallet with too little for the order. */
async function spendNearlyAll(): Promise<void> {
  const { ton } = world.stack.info;
  if (ton === null) throw new Error("there is no TON");
  const signer = new TonSigner(ton.apiUrl, ton.fundedKeys);
  const { address } = await signer.describe(5);
  const leftBase = 100_000_000n;
  const amount = String((await signer.readBalance(0)) - leftBase);
  await signer.transfer(0, { messages: [{ address, amount }], validUntil: null });
  await expect.poll(() => signer.readBalance(0)).toBeLessThanOrEqual(leftBase);
}

describe("a TON wallet that does not do as one hopes", () => {
  runInOrder(() => world);

  it("cuts the link before the payment: the app connects again, and goes on", async () => {
    sender = await openPerson(world, 1);
    const { app, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: t("wallet:binding.open") }).click();
    await app.getByLabel(t("wallet:binding.address")).waitFor();
    await pressMainAction(sender, t("wallet:binding.connect"));
    await app.getByText(t("wallet:connection.proofText")).waitFor();
    wallet = await openTonWallet(sender);
    await answerTonWallet(wallet, "connect", true);
    await app.getByText(t("wallet:binding.state.bound")).waitFor();
    await pressMainAction(sender, t("wallet:binding.continue"));
    await goBack(sender);
    await prepareLuckyDraw(sender, { totalAmount: "0.5", count: 2, passphrase: "Spring Rain", remark: "Hello" });
    await pressMainAction(sender, t("envelope:send.payHere", PAY));
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

  it("refuses the connection, or stays locked", async () => {
    page = await openUnpaid(world, sender);
    await press("wallet:payment.connect");
    await answer("connect", false);
    expect(await isTold("wallet:failure.denied")).toBe(true);
    await setTonWallet(world, { isLocked: true });
    await press("wallet:connection.retry");
    await answer("unlock", false);
    expect(await isTold("wallet:failure.denied")).toBe(true);
  });

  it("does not answer in time", async () => {
    await page.clock.install();
    await page.reload();
    await page.getByRole("button", { name: sender.t("wallet:payment.connect") }).waitFor();
    await press("wallet:payment.connect");
    await page.getByTestId("ton-wallet-unlock").waitFor();
    await page.clock.fastForward(BEYOND_PATIENCE_MS);
    expect(await isTold("wallet:failure.linkTimeout")).toBe(true);
    await setTonWallet(world, { isLocked: false });
    await page.reload();
  });

  it("pays nothing when its owner refuses, and too little when it holds too little", async () => {
    await press("wallet:payment.connect");
    await answer("connect", true);
    await press("wallet:payment.pay", PAY);
    await answer("send", false);
    expect(await isTold("wallet:payment.cancelledText")).toBe(true);
    await spendNearlyAll();
    await page.reload();
    await press("wallet:payment.connect");
    expect(await isTold("wallet:failure.insufficientBalance")).toBe(true);
    await press("wallet:payment.pay", PAY);
    expect(await isTold("wallet:payment.state.failed")).toBe(true);
    expect(await page.getByTestId("ton-wallet-send").count()).toBe(0);
  });
});
