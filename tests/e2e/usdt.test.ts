import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Address, comment, internal, SendMode, toNano } from "@ton/core";
import { mnemonicToPrivateKey } from "@ton/crypto";
import { JettonMaster, JettonWallet, TonClient, WalletContractV4 } from "@ton/ton";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { components } from "#contract/schema.d.ts";
import { type Stack, startStack } from "#devnet/startStack.ts";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { writeTransfer } from "#tests/support/chains/jettonMessages.ts";
import { createTonWallet, toWireProof } from "#tests/support/chains/tonWallet.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { type ApiUser, logIn } from "./support/logIn.ts";
import { readMailedCode } from "./support/mail.ts";

type Schemas = components["schemas"];

const PASSPHRASE = "Dollars for everybody";
const SECURITY_CODE = "R1ghtone";
/** What goes with a transfer; most of it comes back. */
const GAS = toNano("0.05");

const toBase = (amount: string) => parseDecimal(amount, COINS.usdt.baseDecimals);

describe("USDT on TON, by the API alone", () => {
  let dataDir: string;
  let stack: Stack;
  let client: TonClient;
  let anna: ApiUser;
  let ben: ApiUser;
  let carol: ApiUser;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-usdt-"));
    const env = { ...PROGRAM_ENVIRONMENT, COINS: "usdt" };
    stack = await startStack({ port: 0, dataDir, env, coins: ["usdt"], quiet: true });
    if (stack.info.ton === null) throw new Error("no local TON runs");
    client = new TonClient({ endpoint: `${stack.info.ton.apiUrl}/jsonRPC` });
    [anna, ben, carol] = await Promise.all([logIn(stack, 1), logIn(stack, 2), logIn(stack, 3)]);
  });
  afterAll(async () => {
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function locate(owner: Address): Promise<Address> {
    if (stack.info.usdt === null) throw new Error("no local dollar runs");
    return client.open(JettonMaster.create(Address.parse(stack.info.usdt.master))).getWalletAddress(owner);
  }
  const readDollars = async (owner: Address) => client.open(JettonWallet.create(await locate(owner))).getBalance();

  async function readBalance(user: ApiUser): Promise<string> {
    return (await user.get<Schemas["AccountAmountInfo"]>("user/accountAmountInfo", { coinType: "usdt" })).balance;
  }

  /** Sends as an exchange does, from a wallet that nobody has proven. */
  async function topUp(amount: string, reference: string, forwardedBase: bigint): Promise<void> {
    const { publicKey, secretKey } = await mnemonicToPrivateKey((stack.info.ton?.fundedKeys[0] ?? "").split(" "));
    const wallet = client.open(WalletContractV4.create({ workchain: 0, publicKey }));
    const body = writeTransfer({
      amountBase: toBase(amount),
      to: Address.parse(stack.info.usdt?.treasuryAddress ?? ""),
      answerTo: wallet.address,
      forwardedBase,
      payload: comment(reference),
    });
    const seqno = await wallet.getSeqno();
    const sendMode = SendMode.PAY_GAS_SEPARATELY;
    const messages = [internal({ to: await locate(wallet.address), value: GAS, bounce: true, body })];
    await wallet.sendTransfer({ seqno, secretKey, sendMode, messages });
    await waitUntilHolds(async () => expect(await wallet.getSeqno()).toBe(seqno + 1));
  }

  /** Gives somebody an account that may spend, and a wallet that has never held a coin. */
  async function settleIn(user: ApiUser, email: string): Promise<Address> {
    await user.post("email/sendVerificationCode", { purpose: "updateEmail", email });
    await user.post("user/updateEmail", { email, verificationCode: await readMailedCode(stack, email) });
    await user.post("user/changeSecurityCode", { newSecurityCode: SECURITY_CODE });
    const wallet = createTonWallet(randomBytes(8).toString("hex"));
    const { challengeId, message } = await user.post<{ challengeId: string; message: string }>("wallet/challenge", {
      type: "Ton",
    });
    const proof = wallet.prove({
      payload: message,
      domain: new URL(stack.url).host,
      timestamp: Math.floor(Date.now() / 1_000),
    });
    const { address } = wallet.contract;
    await user.post("wallet/bind", {
      type: "Ton",
      address: address.toString({ bounceable: false }),
      proof: { challengeId, tonProof: toWireProof(proof) },
      securityCode: SECURITY_CODE,
    });
    return address;
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
    await topUp("12", info.reference ?? "", 0n);
    await topUp("8", info.reference ?? "", 1n);
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
    expect(await readDollars(address)).toBe(toBase("2.4"));
    expect(await readBalance(ben)).toBe("0");
  });

  it("pays out by itself to who asked for that", async () => {
    const address = await settleIn(carol, "carol@example.com");
    const body = { coinType: "usdt", enabled: true, maxFee: "0.2", securityCode: SECURITY_CODE };
    await carol.post("wallet/autoPayout", body);
    expect(await waitForPaid(carol)).toMatchObject({ net: "2.4", isAutomatic: true });
    expect(await readDollars(address)).toBe(toBase("2.4"));
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
