import { describe, expect, it } from "vitest";
import { getAccount } from "./support/ethereum.ts";
import { approvePayment, connectWallet, openPaymentPage, proveOwnership, startPaying } from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import { goTo, openFromGroup, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { provideWorld } from "./support/provideWorld.ts";

const ASSETS = "**/assets/**";

const world = provideWorld();
let sender: Person;
let payment: PaymentPage;
/** What was asked for of the version that is gone. */
const missed: string[] = [];

describe("an upgrade while the app is open", () => {
  runInOrder(world);

  it("asks for nothing of the version that is gone while an order is paid", async () => {
    const account = getAccount(world.stack, 1);
    sender = await openPerson(world, 1);
    await openFromGroup(sender);
    await bindWallet(sender, account.address);
    await prepareLuckyDraw(sender, { totalAmount: "0.02", count: 2, passphrase: "Autumn Leaf", remark: "Before" });
    payment = await openPaymentPage(world, sender);
    await connectWallet(payment, account);
    await proveOwnership(payment);

    await sender.page.context().route(ASSETS, async (route) => {
      missed.push(new URL(route.request().url()).pathname);
      world.watch.expect(404, missed.at(-1) ?? "");
      await route.fulfill({ status: 404 });
    });
    await startPaying(payment);
    await approvePayment(payment);
    await payment.page.getByText(payment.t("wallet:payment.successText")).waitFor();
    await sender.app.getByText(sender.t("envelope:send.state.live")).waitFor();
    expect(missed).toEqual([]);
  });

  it("offers to reload where the next screen is gone, and shows it then", async () => {
    const { app, t, page } = sender;
    await goTo(sender, "/redEnvelopeSystem");
    const reload = app.getByRole("button", { name: t("app:list.retry"), exact: true });
    await reload.waitFor();
    expect(missed).not.toEqual([]);
    await page.context().unroute(ASSETS);
    await reload.click();
    await app.getByRole("heading", { name: t("about:system.title"), exact: true }).waitFor();
  });
});
