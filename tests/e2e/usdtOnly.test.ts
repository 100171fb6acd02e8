import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { createUserWallet } from "#devnet/ton/settings.ts";
import { secureAccount } from "./support/account.ts";
import { audit } from "./support/audit.ts";
import { Dollars, toDollarBase } from "./support/dollars.ts";
import { logIn } from "./support/logIn.ts";
import {
  findMainAction,
  goBack,
  goTo,
  openFromGroup,
  openPerson,
  pressMainAction,
  pressMessageButton,
  reloadApp,
} from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readScreen } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { prepareLuckyDraw, waitUntilSent } from "./support/sendEnvelope.ts";
import { answerTonWallet, bindTonWallet, setTonWallet } from "./support/tonWallet.ts";
import { withdraw } from "./support/withdraw.ts";
import { provideWorld } from "./support/provideWorld.ts";

const PASSPHRASE = "Dollar Day";
const SECURITY_CODE = "R1ghtone";
/** The account of the local wallet, a v4r2. */
const ACCOUNT = 1;
const OTHER_ACCOUNT = 2;
const OTHER_COINS = /\b(?:ETH|Ethereum|Solana|SOL|Tron|TRX)\b/u;

const world = provideWorld({ coins: "usdt", newPeople: [1] });
let dollars: Dollars;
/** Who has never been in the app. */
let anna: Person;
let wallet: Page;
let owner: Awaited<ReturnType<typeof createUserWallet>>["address"];

beforeAll(async () => {
  dollars = new Dollars(world.stack);
  await setTonWallet(world, { accountIndex: ACCOUNT });
  ({ address: owner } = await createUserWallet(world.stack.info.ton?.fundedKeys[ACCOUNT] ?? ""));
});

describe("an app of dollars alone", () => {
  runInOrder(world);

  it("welcomes a new person, who connects a wallet and proves it", async () => {
    anna = await openPerson(world, 1);
    const { app, t } = anna;
    await pressMessageButton(anna, /Open the app from here/);
    await app.getByRole("heading", { name: t("about:welcome.sending.title"), exact: true }).waitFor();
    expect(await readScreen(anna)).not.toMatch(OTHER_COINS);
    await app.getByRole("button", { name: t("about:welcome.skip"), exact: true }).click();
    await app.getByRole("link", { name: t("wallet:binding.open"), exact: true }).click();
    await app.getByLabel(t("wallet:binding.address")).waitFor();
    expect(await readScreen(anna)).not.toMatch(OTHER_COINS);
    wallet = await bindTonWallet(anna);
    await goBack(anna);
  });

  it("is paid from that wallet after the app was loaded anew between the form and the payment", async () => {
    const { app, t } = anna;
    const before = await dollars.read(owner);
    await prepareLuckyDraw(anna, { totalAmount: "2", count: 1, passphrase: PASSPHRASE, remark: "Dollars" });
    await app.getByText(t("wallet:payment.title")).first().waitFor();
    await reloadApp(anna);
    await pressMainAction(anna, t("wallet:payment.pay", { amount: "2\u00a0USDT" }));
    expect(await answerTonWallet(wallet, "send", true)).toContain("2 USDT");
    await waitUntilSent(anna);
    expect(before - (await dollars.read(owner))).toBe(toDollarBase("2"));
  });

  it("pays back out to it what she drew, and its books are right", async () => {
    const before = await dollars.read(owner);
    const api = await logIn(world.stack, 1);
    await api.post("redpackage/acceptRedEnvelope", { passphrase: PASSPHRASE });
    await secureAccount(world, anna, { email: "anna@example.com", code: SECURITY_CODE });
    await goTo(anna, "/withdraw?coinType=usdt");
    expect(await readScreen(anna)).not.toMatch(OTHER_COINS);
    await withdraw(anna, "2", "USDT", SECURITY_CODE);
    expect((await dollars.read(owner)) - before).toBe(toDollarBase("1.9"));
    expect(await audit(world.dataDir)).toBe("");
  });

  it("goes on with the payment where it was loaded anew just after the wallet was connected", async () => {
    await setTonWallet(world, { accountIndex: OTHER_ACCOUNT });
    const ben = await openPerson(world, 2);
    const { app, page, t } = ben;
    await openFromGroup(ben);
    await app.getByRole("link", { name: "Friday lunch" }).click();
    await app.getByLabel(t("envelope:send.totalAmount")).fill("1");
    await app.getByLabel(t("envelope:send.count")).fill("2");
    const opening = page.context().waitForEvent("page");
    await pressMainAction(ben, t("envelope:send.connectAndPay"));
    const asking = await opening;
    await answerTonWallet(asking, "connect", true);
    const pay = t("wallet:payment.pay", { amount: "1\u00a0USDT" });
    await (await findMainAction(ben, pay)).waitFor();
    await reloadApp(ben);
    await pressMainAction(ben, pay);
    expect(await answerTonWallet(asking, "send", true)).toContain("1 USDT");
    await app.getByText(t("envelope:send.state.live")).waitFor();
    await ben.close();
  });
});
