import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Address } from "@ton/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { components } from "#contract/schema.d.ts";
import { type Stack, startStack } from "#devnet/startStack.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { Dollars, toDollarBase } from "./support/dollars.ts";
import { type ApiUser, logIn } from "./support/logIn.ts";
import { readMailedCode } from "./support/mail.ts";

type Schemas = components["schemas"];

const PASSPHRASE = "Dollars for everybody";
const SECURITY_CODE = "R1ghtone";

describe("USDT on TON, by the API alone", () => {
  let dataDir: string;
  let stack: Stack;
  let dollars: Dollars;
  let anna: ApiUser;
  let ben: ApiUser;
  let carol: ApiUser;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-usdt-"));
    const env = { ...PROGRAM_ENVIRONMENT, COINS: "usdt" };
    stack = await startStack({ port: 0, dataDir, env, coins: ["usdt"], quiet: true });
    dollars = new Dollars(stack);
    [anna, ben, carol] = await Promise.all([logIn(stack, 1), logIn(stack, 2), logIn(stack, 3)]);
  });
  afterAll(async () => {
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function readBalance(user: ApiUser): Promise<string> {
    return (await user.get<Schemas["AccountAmountInfo"]>("user/accountAmountInfo", { coinType: "usdt" })).balance;
  }

  /** Gives somebody an account that may spend, and a wallet that has never held a coin. */
  async function settleIn(user: ApiUser, email: string): Promise<Address> {
    await user.post("email/sendVerificationCode", { purpose: "updateEmail", email });
    await user.post("user/updateEmail", { email, verificationCode: await readMailedCode(stack, email) });
    await user.post("user/changeSecurityCode", { newSecurityCode: SECURITY_CODE });
    return await dollars.bindNewWallet(user, SECURITY_CODE);
  }

  async function waitForPaid(user: ApiUser): Promise<Schemas["Payout"]> {
    let payout: Schemas["Payout"] | undefined;
    await waitUntilHolds(async () => {
      [payout] = (
        await user.get<{ items: Schemas["Payout"][] }>("wallet/payouts", { coinType: "usdt", limit: "1" })
      ).items;
      expect(payout?.status).toBe("paid");
    });
    if (payout === undefined) throw new Error("no payout");
    return payout;
  }

  it("tops a balance up by the comment, with and without a word of it to the treasury", async () => {
    const info = await anna.get<Schemas["DepositInfo"]>("wallet/depositInfo", { coinType: "usdt" });
    expect(info).toMatchObject({ coinType: "usdt", address: stack.info.usdt?.treasuryAddress });
    await dollars.topUp({ amount: "12", reference: info.reference ?? "", forwardedBase: 0n });
    await dollars.topUp({ amount: "8", reference: info.reference ?? "", forwardedBase: 1n });
    await waitUntilHolds(async () => expect(await readBalance(anna)).toBe("20"));
  });

  it("sends from it, and two claim", async () => {
    await settleIn(anna, "anna@example.com");
    const { order } = await anna.post<{ order: Schemas["Order"] }>("redpackage/sendRedEnvelope", {
      type: "ordinary",
      coinType: "usdt",
      count: 2,
      singleAmount: "2.5",
      passphrase: PASSPHRASE,
    });
    await anna.post("order/payFromBalance", { orderId: order.orderId, securityCode: SECURITY_CODE });
    expect(await readBalance(anna)).toBe("15");
    const readStatus = async () =>
      (await anna.get<{ order: Schemas["Order"] }>("order/detail", { orderId: order.orderId })).order.status;
    await waitUntilHolds(async () => expect(await readStatus()).toBe("paid"));
    for (const user of [ben, carol]) {
      await user.post("redpackage/acceptRedEnvelope", { envelopeId: order.envelopeIds[0], passphrase: PASSPHRASE });
      expect(await readBalance(user)).toBe("2.5");
    }
  });

  it("withdraws to a wallet that never held any, for the fee of the settings", async () => {
    const address = await settleIn(ben, "ben@example.com");
    const quote = await ben.get<Schemas["PayoutQuote"]>("wallet/payoutQuote", { coinType: "usdt", amount: "2.5" });
    expect(quote).toMatchObject({ gross: "2.5", fee: "0.1", net: "2.4" });
    await ben.post("wallet/payout", { quoteId: quote.quoteId, securityCode: SECURITY_CODE });
    expect(await waitForPaid(ben)).toMatchObject({ net: "2.4", isAutomatic: false });
    expect(await dollars.read(address)).toBe(toDollarBase("2.4"));
    expect(await readBalance(ben)).toBe("0");
  });

  it("pays out by itself to who asked for that", async () => {
    const address = await settleIn(carol, "carol@example.com");
    const body = { coinType: "usdt", enabled: true, maxFee: "0.2", securityCode: SECURITY_CODE };
    await carol.post("wallet/autoPayout", body);
    expect(await waitForPaid(carol)).toMatchObject({ net: "2.4", isAutomatic: true });
    expect(await dollars.read(address)).toBe(toDollarBase("2.4"));
  });

  it("leaves books in which nothing is missing, and tells its fuel", async () => {
    const ask = async (page: string) => (await fetch(`${stack.info.admin?.url ?? ""}${page}`)).text();
    await waitUntilHolds(async () => {
      const metrics = await ask("metrics");
      expect(metrics).toMatch(/^hongbao_treasury_fuel_base\{coin="usdt"\} 19[0-9]{9}$/mu);
      expect(metrics).toContain('hongbao_treasury_missing_base{coin="usdt"} 0\n');
      expect(metrics).toContain('hongbao_treasury_locked{coin="usdt"} 0\n');
    });
    expect((await fetch(`${stack.info.admin?.url ?? ""}audit`)).status).toBe(200);
  });
});
