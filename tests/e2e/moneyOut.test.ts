import { describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { parseAmount } from "#domain/money/amount.ts";
import { giveSecurityCode, secureAccount } from "./support/account.ts";
import { audit } from "./support/audit.ts";
import { claimByPassphrase } from "./support/claimEnvelope.ts";
import { getAccount, readBalanceWei } from "./support/ethereum.ts";
import { listMessages } from "./support/groupPosts.ts";
import { connectWallet, openProofPage, payOrder, signProof } from "./support/paymentPage.ts";
import { openFromGroup, openPerson, openPlace, pressMainAction, pressMessageButton } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { bindToWithdraw, withdraw } from "./support/withdraw.ts";
import { provideWorld } from "./support/provideWorld.ts";

const PASSPHRASE = "Spring Rain";
const SECURITY_CODE = "Spring26";
const POST = /sent a red envelope/;
const WITHDRAWN = "0.02";

const world = provideWorld();
/** Ben, who has a wallet and never paid for an envelope. */
let ben: Person;
const getBensWallet = () => getAccount(world.stack, 1);
const findBensId = () => String(world.stack.info.people.find(({ n }) => n === 2)?.id);

describe("money out", () => {
  runInOrder(world);

  it("somebody wins all of an envelope", async () => {
    const anna = await openPerson(world, 1);
    await openFromGroup(anna);
    const account = getAccount(world.stack, 0);
    await bindWallet(anna, account.address);
    await prepareLuckyDraw(anna, { totalAmount: "0.05", count: 1, passphrase: PASSPHRASE, remark: "For Ben" });
    await payOrder(world, anna, account);
    await anna.close();

    ben = await openPerson(world, 2);
    await pressMessageButton(ben, POST);
    expect(await claimByPassphrase(ben, PASSPHRASE)).toBe("0.05");
  });

  it("binds a wallet and proves it outside the messenger, without ever having paid from it", async () => {
    const { app, t } = ben;
    await secureAccount(world, ben, { email: "ben@example.com", code: SECURITY_CODE });
    await bindToWithdraw(world, ben, getBensWallet().address, SECURITY_CODE);

    const proof = await openProofPage(world, ben);
    expect(proof.page.url()).toMatch(/\/unPaymentList\?lang=[\w-]+&prove=ETH$/);
    const asked = await readText(proof.page.getByRole("main"));
    expect(asked).toContain(`ID ${findBensId()}`);
    await connectWallet(proof, getBensWallet());
    const message = await signProof(proof);
    expect(message).toContain(getBensWallet().address);
    expect(message).toContain(findBensId());
    await proof.page.getByText(proof.t("wallet:proof.provenText")).waitFor();
    // A reload has nothing more to ask.
    await proof.page.reload();
    await proof.page.getByText(proof.t("wallet:proof.provenText")).waitFor();
    await proof.page.close();
    // The app has seen it by itself.
    await app.getByLabel(t("withdraw:amount")).waitFor();
  });

  it("withdraws a part, and the net amount arrives on the chain", async () => {
    const { app } = ben;
    const before = await readBalanceWei(world.stack, getBensWallet().address);
    await withdraw(ben, WITHDRAWN, "ETH", SECURITY_CODE);
    const receipt = await readText(app.getByRole("main"));
    expect(receipt).toContain(getBensWallet().address.slice(-4));
    const arrived = (await readBalanceWei(world.stack, getBensWallet().address)) - before;
    const grossWei = parseAmount(WITHDRAWN, COINS.eth.baseDecimals);
    expect(arrived).toBeGreaterThan(0n);
    expect(arrived).toBeLessThan(grossWei);
    // The fee is the network's, and small beside the amount.
    expect(grossWei - arrived).toBeLessThan(grossWei / 10n);
  });

  it("sends one back from what is left, with the security code instead of a wallet", async () => {
    const { app, page, t } = ben;
    await page.reload();
    await openFromGroup(ben);
    await openPlace(ben, "record");
    await app.getByRole("tab", { name: t("envelope:record.received"), exact: true }).click();
    await app
      .getByRole("link", { name: /0\.05 ETH/ })
      .first()
      .click();
    await app.getByRole("link", { name: t("envelope:claim.sendBack"), exact: true }).click();
    await app.getByLabel(t("envelope:send.totalAmount")).first().fill("0.02");
    await app.getByLabel(t("envelope:send.count")).fill("2");
    await pressMainAction(ben, t("envelope:send.submit"));
    await pressMainAction(ben, t("envelope:balance.pay"));
    await giveSecurityCode(ben, SECURITY_CODE);
    await app.getByText(t("envelope:send.state.live")).waitFor();
    const listTexts = async () => (await listMessages(world.stack)).map(({ text }) => text);
    await expect.poll(listTexts).toContainEqual(expect.stringContaining("0.02 ETH"));
  });

  it("every invariant of the database is true", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
