import { describe, expect, it } from "vitest";
import { getAccount, mineBlock, pauseMining, resumeMining } from "./support/ethereum.ts";
import { listEnvelopePosts } from "./support/groupPosts.ts";
import {
  approvePayment,
  connectWallet,
  openPaymentPage,
  payAgain,
  proveOwnership,
  reconnectWallet,
  startPaying,
} from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import { openFromGroup, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { provideWorld } from "./support/provideWorld.ts";

const FORM = { totalAmount: "0.02", count: 2, passphrase: "Autumn Leaf" } as const;

const world = provideWorld();

/** A person at the order of an envelope, to be paid from the wallet's account with the same index. */
async function prepare(n: number, remark: string): Promise<Person> {
  const person = await openPerson(world, n, { flavour: n % 2 === 0 ? "a" : "k" });
  await openFromGroup(person);
  await bindWallet(person, getAccount(world.stack, n).address);
  await prepareLuckyDraw(person, { ...FORM, remark });
  return person;
}

/** The remarks of the envelopes in the group, without the invisible marks that isolate their text direction. */
async function listRemarks(): Promise<string[]> {
  const posts = await listEnvelopePosts(world.stack);
  return posts.map(({ text }) => (text.split("\n")[3] ?? "").replaceAll(/[\u2068\u2069]/g, ""));
}

async function waitUntilLive({ app, t }: Person): Promise<void> {
  await app.getByText(t("envelope:send.state.live")).waitFor();
}

/** The wallet sends the transaction, and the page is gone before it learns of it. */
async function closeOnceSigned({ page }: PaymentPage, sign: () => Promise<void>): Promise<void> {
  const sent = new Promise<void>((resolve, reject) => {
    void page.route("**/devnet/wallets/sign", (route) => void route.fetch().then(() => resolve(), reject));
  });
  await sign();
  await sent;
  await page.close();
}

describe("a payment page that is left", () => {
  runInOrder(world);

  it("closed right after signing, the envelope goes live all the same", async () => {
    const person = await prepare(1, "Nobody watches");
    const payment = await openPaymentPage(world, person);
    await connectWallet(payment, getAccount(world.stack, 1));
    await proveOwnership(payment);
    await startPaying(payment);
    const reports: string[] = [];
    payment.page.on("request", (request) => {
      if (request.url().endsWith("/v1/order/submitPayment")) reports.push(request.url());
    });
    await closeOnceSigned(payment, () => approvePayment(payment));
    expect(reports).toEqual([]);
    await waitUntilLive(person);
    await expect.poll(listRemarks).toEqual(["Nobody watches"]);
    await person.close();
  });

  it("reloaded at each step, finds the started payment again", async () => {
    const account = getAccount(world.stack, 2);
    const person = await prepare(2, "Again and again");
    const payment = await openPaymentPage(world, person);
    const { page, t } = payment;
    const order = page.getByRole("button", { name: /0\.02 ETH/ });

    await page.reload();
    await order.waitFor();
    await connectWallet(payment, account);
    await proveOwnership(payment);

    await page.reload();
    await order.waitFor();
    await reconnectWallet(payment);
    await startPaying(payment);

    await page.reload();
    await order.waitFor();
    // The wallet's question may still be open.
    await payAgain(payment);
    await startPaying(payment);
    await pauseMining(world.stack);
    await approvePayment(payment);
    await page.getByText(t("wallet:payment.mayClose")).waitFor();

    for (const current of [0, 1, 2]) {
      if (current > 0) await mineBlock(world.stack);
      await page.reload();
      await page.getByText(t("wallet:payment.confirmations", { current, required: 3 })).waitFor();
    }
    await resumeMining(world.stack);
    await page.getByText(t("wallet:payment.successText")).waitFor();
    await waitUntilLive(person);
    await expect.poll(listRemarks).toContain("Again and again");

    await page.reload();
    await page.getByText(t("wallet:payment.nothingText")).waitFor();
  });
});
