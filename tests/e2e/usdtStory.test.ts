import { beforeAll, describe, expect, it } from "vitest";
import { createUserWallet } from "#devnet/ton/settings.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { giveSecurityCode, secureAccount } from "./support/account.ts";
import { act } from "./support/act.ts";
import { audit } from "./support/audit.ts";
import { claimByPassphrase } from "./support/claimEnvelope.ts";
import { Dollars, toDollarBase } from "./support/dollars.ts";
import { listEnvelopePosts } from "./support/groupPosts.ts";
import { logIn } from "./support/logIn.ts";
import { goTo, openFromGroup, openPerson, pressMainAction, pressMessageButton, readAppPath } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readScreen } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { answerTonWallet, setTonWallet } from "./support/tonWallet.ts";
import { withdraw } from "./support/withdraw.ts";
import { provideWorld } from "./support/provideWorld.ts";

const PASSPHRASE = "Dollars for everybody";
const SECURITY_CODE = "R1ghtone";
const POST = /sent a red envelope/;
/** The account of the local wallet from which the order is paid. */
const PAYERS_ACCOUNT = 1;

const world = provideWorld({ coins: "ton,usdt" });
let dollars: Dollars;
let anna: Person;
/** Who drew the largest of the three shares: it covers the fee of a withdrawal. */
let richest: Person;
const amounts = new Map<number, string>();

beforeAll(async () => {
  dollars = new Dollars(world.stack);
});

async function claimInApp(n: number): Promise<void> {
  const person = await openPerson(world, n);
  await pressMessageButton(person, POST);
  amounts.set(n, await claimByPassphrase(person, PASSPHRASE, "USDT"));
  await person.close();
}

describe("USDT in the app", () => {
  runInOrder(world);

  it("tops up 20 by the comment, from a wallet that nobody has proven", async () => {
    anna = await openPerson(world, 1);
    const { app, t } = anna;
    await openFromGroup(anna);
    await goTo(anna, "/addMoney?coinType=usdt");
    await app.getByText(t("withdraw:add.comment"), { exact: true }).waitFor();
    const terms = await readScreen(anna);
    const [, reference = ""] = new RegExp(`${t("withdraw:add.comment")} (\\S+)`, "u").exec(terms) ?? [];
    expect(terms).toContain(world.stack.info.usdt?.treasuryAddress);
    // The address takes another network's dollars as little.
    expect(terms).toContain("TON");
    await dollars.topUp({ amount: "12", reference, forwardedBase: 1n });
    await app
      .getByRole("listitem")
      .getByText(/\+12\s+USDT/u)
      .waitFor();
    await dollars.topUp({ amount: "8", reference, forwardedBase: 0n });
    await app
      .getByRole("listitem")
      .getByText(/\+8\s+USDT/u)
      .waitFor();
  });

  it("sends 5 of them to a group from the balance, as a lucky draw of three", async () => {
    const { app, t } = anna;
    await secureAccount(world, anna, { email: "anna@example.com", code: SECURITY_CODE });
    await goTo(anna, "/homePage");
    await prepareLuckyDraw(anna, { totalAmount: "5", count: 3, passphrase: PASSPHRASE, remark: "Lunch is on me" });
    await pressMainAction(anna, t("envelope:balance.pay"));
    await giveSecurityCode(anna, SECURITY_CODE);
    await app.getByText(t("envelope:send.state.live")).waitFor();
    await expect
      .poll(async () => (await listEnvelopePosts(world.stack)).map(({ text }) => text))
      .toEqual([expect.stringContaining("5 USDT")]);
  });

  it("three claim, two in the app and one by /open", async () => {
    await claimInApp(2);
    await claimInApp(3);
    const { groupChatId: chatId } = world.stack.info;
    await act(world.stack, "say", 4, { chatId, text: `/open ${PASSPHRASE}` });
    await expect
      .poll(async () => (await listEnvelopePosts(world.stack))[0]?.text)
      .toContain("All shares have been claimed.");
    const opener = await logIn(world.stack, 4);
    const { balance } = await opener.get<{ balance: string }>("user/accountAmountInfo", { coinType: "usdt" });
    amounts.set(4, balance);
    const totalBase = [...amounts.values()].reduce((sum, amount) => sum + toDollarBase(amount), 0n);
    expect(totalBase).toBe(toDollarBase("5"));
    await goTo(anna, "/sendRecord");
    await expect.poll(() => readScreen(anna)).toContain(`${anna.t("envelope:recordStatus.received")} 3/3`);
  });

  it("one withdraws to a wallet that has never held any", async () => {
    const [[n] = [0]] = [...amounts].toSorted(([, left], [, right]) => Number(right) - Number(left));
    richest = await openPerson(world, n);
    await openFromGroup(richest);
    await secureAccount(world, richest, { email: "lucky@example.com", code: SECURITY_CODE });
    const address = await dollars.bindNewWallet(await logIn(world.stack, n), SECURITY_CODE);
    await goTo(richest, "/withdraw?coinType=usdt");
    await withdraw(richest, "1", "USDT", SECURITY_CODE);
    await expect.poll(() => readScreen(richest)).toContain(address.toString({ bounceable: false }).slice(-4));
    expect(await dollars.read(address)).toBe(toDollarBase("0.9"));
    await richest.close();
  });

  it("an envelope of 0.03 for three is paid from a v4r2 wallet, without leaving the messenger", async () => {
    await setTonWallet(world, { accountIndex: PAYERS_ACCOUNT });
    const { address } = await createUserWallet(world.stack.info.ton?.fundedKeys[PAYERS_ACCOUNT] ?? "");
    const before = await dollars.read(address);
    const payer = await openPerson(world, 5);
    const { app, page, t } = payer;
    await openFromGroup(payer);
    await app.getByRole("link", { name: "Friday lunch" }).click();
    await app.getByRole("radio", { name: t("envelope:type.ordinary"), exact: true }).check();
    await app.getByLabel(t("envelope:send.totalAmount")).first().fill("0.03");
    await app.getByLabel(t("envelope:send.count")).fill("3");
    // No share of it pays for a withdrawal.
    await app.getByText(t("envelope:send.payoutFee", { fee: "0.1", coin: "USDT" })).waitFor();
    const opening = page.context().waitForEvent("page");
    await pressMainAction(payer, t("envelope:send.connectAndPay"));
    const wallet = await opening;
    await answerTonWallet(wallet, "connect", true);
    await pressMainAction(payer, t("wallet:payment.pay", { amount: "0.03\u00a0USDT" }));
    expect(await answerTonWallet(wallet, "send", true)).toContain("0.03 USDT");
    await app.getByText(t("envelope:send.state.live")).waitFor();
    expect(await readAppPath(payer)).toMatch(/^\/(?:sendPacket|statePage)/u);
    expect(before - (await dollars.read(address))).toBe(toDollarBase("0.03"));
    await payer.close();
  });

  it("pays out by itself to who asked for that", async () => {
    const api = await logIn(world.stack, 1);
    const address = await dollars.bindNewWallet(api, SECURITY_CODE);
    const asked = { coinType: "usdt", enabled: true, maxFee: "0.2", securityCode: SECURITY_CODE };
    await api.post("wallet/autoPayout", asked);
    await waitUntilHolds(async () => expect(await dollars.read(address)).toBe(toDollarBase("14.9")));
    await expect
      .poll(() => api.get("wallet/payouts", { coinType: "usdt", limit: "1" }))
      .toMatchObject({ items: [{ net: "14.9", status: "paid", isAutomatic: true }] });
  });

  it("leaves books in which nothing is missing, and tells its fuel", async () => {
    const { url = "" } = world.stack.info.admin ?? {};
    await waitUntilHolds(async () => {
      const metrics = await (await fetch(`${url}metrics`)).text();
      expect(metrics).toContain('hongbao_treasury_missing_base{coin="usdt"} 0\n');
      expect(metrics).toContain('hongbao_treasury_locked{coin="usdt"} 0\n');
      expect(metrics).toMatch(/^hongbao_treasury_fuel_base\{coin="usdt"\} 19[0-9]{9}$/mu);
    });
    expect((await fetch(`${url}audit`)).status).toBe(200);
    expect(await audit(world.dataDir)).toBe("");
  });
});
