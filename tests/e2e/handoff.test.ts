import { describe, expect, it } from "vitest";
import type { BrowserContext, Page } from "playwright";
import { PHONE } from "./support/browser.ts";
import { getAccount } from "./support/ethereum.ts";
import { readPaymentUrl } from "./support/openUnpaid.ts";
import { openFromGroup, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { readQrCode } from "./support/readQrCode.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { provideWorld } from "./support/provideWorld.ts";

const DESKTOP = { width: 1280, height: 800 } as const;

const APP_LINK_START = "https://link.metamask.io/dapp/";

const world = provideWorld();
let sender: Person;
let phone: Page;
let handoffUrl: string;

async function openBrowser(): Promise<BrowserContext> {
  return await world.browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: "reduce" });
}

/** What a phone does with the link that it has scanned: it knows nothing of the desktop. */
async function openOnPhone(link: string): Promise<Page> {
  const page = await (await openBrowser()).newPage();
  world.watch.followPaymentPage(page);
  await page.goto(link);
  return page;
}

describe("the payment page on a phone without a wallet", () => {
  runInOrder(world);

  it("leads to a wallet app with a link that holds a code of its own", async () => {
    sender = await openPerson(world, 1);
    await openFromGroup(sender);
    await bindWallet(sender, getAccount(world.stack, 0).address);
    await prepareLuckyDraw(sender, { totalAmount: "0.05", count: 5, passphrase: "Spring Rain", remark: "Hello" });
    const paymentUrl = await readPaymentUrl(sender);
    const { t } = sender;

    const context = await openBrowser();
    // No wallet announces itself, and what opens the app stays here.
    await context.route("**/devnet/wallets/**", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    const left = Promise.withResolvers<string>();
    await context.route(`${APP_LINK_START}**`, (route) => route.fulfill({ contentType: "text/html", body: "app" }));
    phone = await context.newPage();
    phone.on("framenavigated", (frame) => {
      if (frame.url().startsWith(APP_LINK_START)) left.resolve(frame.url());
    });
    await phone.goto(paymentUrl);
    await pressAction(phone.getByRole("button", { name: t("wallet:payment.connect"), exact: true }));
    await pressAction(phone.getByRole("button", { name: t("wallet:handoff.open", { app: "MetaMask" }), exact: true }));
    handoffUrl = (await left.promise).replace(APP_LINK_START, "http://");
    expect(handoffUrl).toMatch(/\/unPaymentList\?lang=en#handoff=[\w-]{20,}$/u);
    expect(handoffUrl).not.toContain(new URL(paymentUrl).hash.replace("#code=", ""));
    await context.close();
  });

  it("shows that one order in the wallet's browser, also after a reload", async () => {
    const { t } = sender;
    const page = await (await openBrowser()).newPage();
    world.watch.followPaymentPage(page);
    await page.goto(handoffUrl);
    await page.getByRole("button", { name: t("wallet:payment.connect"), exact: true }).waitFor();
    expect(page.url()).not.toContain("#");
    expect(await readText(page.getByRole("main"))).toContain("0.05 ETH");
    await page.reload();
    await page.getByRole("button", { name: t("wallet:payment.connect"), exact: true }).waitFor();
    await page.context().close();
  });

  it("says in another browser that the link is used up, and leads back to the app", async () => {
    const { t } = sender;
    const page = await (await openBrowser()).newPage();
    world.watch.followPaymentPage(page);
    world.watch.expect(403, "/api/v1/order/redeemHandoff");
    await page.goto(handoffUrl);
    await page.getByRole("heading", { name: t("wallet:payment.badLink"), exact: true }).waitFor();
    expect(await readText(page.getByRole("main"))).toContain(t("errors:paymentCodeInvalid"));
    await page.getByRole("link", { name: t("wallet:payment.backToApp"), exact: true }).waitFor();
    await page.context().close();
  });
});

describe("a desktop whose wallet is on the phone", () => {
  runInOrder(world);
  let scanned: string;

  it("shows the order on the payment page as a code, with a link of its own", async () => {
    const { t } = sender;
    const paymentUrl = await readPaymentUrl(sender);
    const context = await world.browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce" });
    // No wallet announces itself.
    await context.route("**/devnet/wallets/**", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    const desktop = await context.newPage();
    world.watch.followPaymentPage(desktop);
    await desktop.goto(paymentUrl);
    await pressAction(desktop.getByRole("button", { name: t("wallet:payment.connect"), exact: true }));
    await desktop.getByRole("heading", { name: t("wallet:connection.state.notInstalled"), exact: true }).waitFor();
    await pressAction(desktop.getByRole("button", { name: t("wallet:handoff.byPhone"), exact: true }));
    scanned = await readQrCode(desktop.getByRole("img", { name: t("wallet:handoff.codeLabel"), exact: true }));
    expect(scanned).toMatch(/\/unPaymentList\?lang=en#handoff=[\w-]{20,}$/u);
    expect(scanned).not.toContain(new URL(paymentUrl).hash.replace("#code=", ""));
    expect(scanned).not.toBe(handoffUrl);
    await context.close();
  });

  it("lets the phone see that one order, once", async () => {
    const { t } = sender;
    const phone = await openOnPhone(scanned);
    await phone.getByRole("button", { name: t("wallet:payment.connect"), exact: true }).waitFor();
    expect(phone.url()).not.toContain("#");
    expect(await readText(phone.getByRole("main"))).toContain("0.05 ETH");
    // The phone itself has wallet apps to go on to, and needs no code.
    expect(await phone.getByRole("button", { name: t("wallet:handoff.byPhone"), exact: true }).count()).toBe(0);
    await phone.context().close();

    world.watch.expect(403, "/api/v1/order/redeemHandoff");
    const other = await openOnPhone(scanned);
    await other.getByRole("heading", { name: t("wallet:payment.badLink"), exact: true }).waitFor();
    expect(await readText(other.getByRole("main"))).toContain(t("errors:paymentCodeInvalid"));
    await other.context().close();
  });

  it("shows the order in the messenger as a code, too", async () => {
    const { app, t } = sender;
    await app.getByRole("button", { name: t("wallet:handoff.byPhone"), exact: true }).click();
    const link = await readQrCode(app.getByRole("img", { name: t("wallet:handoff.codeLabel"), exact: true }));
    expect(link).toMatch(/#handoff=[\w-]{20,}$/u);
    const phone = await openOnPhone(link);
    await phone.getByRole("button", { name: t("wallet:payment.connect"), exact: true }).waitFor();
    expect(await readText(phone.getByRole("main"))).toContain("0.05 ETH");
    await phone.context().close();
  });
});
