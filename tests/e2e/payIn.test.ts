import { describe, expect, it } from "vitest";
import { TonSigner } from "#devnet/wallets/ton/signer.ts";
import { audit } from "./support/audit.ts";
import { goTo, openFromGroup, openPerson, pressMainAction, reloadApp } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readScreen } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { answerTonWallet, setTonWallet } from "./support/tonWallet.ts";
import { provideWorld } from "./support/provideWorld.ts";

const AMOUNT = "0.5\u00a0GRAM";

const world = provideWorld({ coins: "ton" });
let payer: Person;

function readWallet(): Promise<bigint> {
  const { ton } = world.stack.info;
  if (ton === null) throw new Error("there is no TON");
  return new TonSigner(ton.apiUrl, ton.fundedKeys).readBalance(0);
}

/** From the terms to what the wallet would be asked, with the wallet connected before. */
async function review(): Promise<void> {
  const { app, t } = payer;
  await pressMainAction(payer, t("withdraw:payIn.open"));
  await app.getByLabel(t("withdraw:amount")).fill("0.5");
  await pressMainAction(payer, t("wallet:payment.connect"));
}

describe("money that a wallet pays in", () => {
  runInOrder(world);

  it("is asked for at least the least amount, and never of a wallet on another network", async () => {
    payer = await openPerson(world, 2);
    const { app, t } = payer;
    await openFromGroup(payer);
    await goTo(payer, "/addMoney?coinType=ton");
    await pressMainAction(payer, t("withdraw:payIn.open"));
    const field = app.getByLabel(t("withdraw:amount"));
    await field.fill("0");
    await pressMainAction(payer, t("wallet:payment.connect"));
    await app.getByText(t("withdraw:payIn.belowLeast", { amount: "0.000001\u00a0GRAM" })).waitFor();
    await setTonWallet(world, { chain: "-239" });
    const before = await readWallet();
    const opening = payer.page.context().waitForEvent("page");
    await field.fill("0.5");
    await pressMainAction(payer, t("wallet:payment.connect"));
    const wallet = await opening;
    await answerTonWallet(wallet, "connect", true);
    await app.getByText(t("wallet:connection.state.wrongNetwork")).waitFor();
    expect(await wallet.getByTestId("ton-wallet-send").count()).toBe(0);
    expect(await readWallet()).toBe(before);

    await setTonWallet(world, { chain: "-3" });
    const again = payer.page.context().waitForEvent("page");
    await pressMainAction(payer, t("wallet:connection.retry"));
    await answerTonWallet(await again, "connect", true);
    await app.getByText(t("withdraw:add.comment")).waitFor();
  });

  it("stays where it is when the wallet refuses, and comes exactly, once, when it agrees", async () => {
    const { app, page, t } = payer;
    const pay = t("wallet:payment.pay", { amount: AMOUNT });
    const before = await readWallet();
    const findWallet = () =>
      page
        .context()
        .pages()
        .findLast((opened) => opened.url().includes("/ton/wallet"));
    await pressMainAction(payer, pay);
    const wallet = findWallet();
    if (wallet === undefined) throw new Error("no wallet is open");
    await answerTonWallet(wallet, "send", false);
    await app.getByText(t("wallet:failure.cancelled")).waitFor();
    expect(await readWallet()).toBe(before);

    await pressMainAction(payer, pay);
    expect(await answerTonWallet(wallet, "send", true)).toContain("0.5");
    await app.getByText(t("withdraw:payIn.sentText")).waitFor();
    await app.getByRole("listitem").getByText(t("envelope:record.movement.deposit")).waitFor();
    expect(await app.getByRole("listitem").count()).toBe(1);
    await expect.poll(() => readScreen(payer)).toMatch(/\+0\.5\s+GRAM/u);
    expect(before - (await readWallet())).toBeGreaterThan(500_000_000n);
    expect(await audit(world.dataDir)).toBe("");
    await goTo(payer, "/user");
    await app.getByRole("link", { name: t("envelope:user.withdraw"), exact: true }).waitFor();
    await expect.poll(() => readScreen(payer)).toMatch(/(?<![.\d])0\.5\s+GRAM/u);
  });

  it("warns before a second payment where nobody knows what came of the first", async () => {
    const { app, t } = payer;
    await goTo(payer, "/addMoney?coinType=ton");
    await review();
    const before = await readWallet();
    await pressMainAction(payer, t("wallet:payment.pay", { amount: AMOUNT }));
    await app.getByText(t("wallet:payment.state.confirmingInWallet")).waitFor();
    await reloadApp(payer);
    await pressMainAction(payer, t("withdraw:payIn.open"));
    await app.getByText(t("withdraw:payIn.unansweredText", { amount: AMOUNT })).waitFor();
    expect(await readWallet()).toBe(before);
  });
});
