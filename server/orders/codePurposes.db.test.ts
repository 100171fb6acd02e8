import { giveEmail } from "#tests/support/giveEmail.ts";
import type { Wallet } from "ethers";
import { beforeEach, describe, expect, it } from "vitest";
import { changeSecurityCode } from "#server/accounts/securityCode.ts";
import { toUserItem } from "#server/accounts/users.ts";
import type { Call } from "#server/calls/handler.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { paymentRequest } from "#server/deposits/paymentRequest.ts";
import { submitPayment } from "./submitPayment.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { proofRequest, walletChallenge } from "#server/wallets/proofs.ts";
import { walletBalance } from "#server/wallets/boundWallets.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { makeSigner, signProof } from "#tests/support/signers.ts";
import { addUsers, callAs, callByCode } from "#tests/support/story.ts";
import { type TestApp } from "#tests/support/testApp.ts";
import { cancelOrder } from "./cancelOrder.ts";
import { handoffCode, redeemHandoff } from "./handoff.ts";
import { orderDetail } from "./orderDetail.ts";
import { paymentCode } from "./paymentCodes.ts";
import { unpaidList } from "./unpaidList.ts";

const MINUTE_MS = 60_000;
const LIST = { limit: 20 };
const INVALID = { key: "paymentCodeInvalid" };

const { app, database } = await openAppOfFile("code purposes");

describe("payment codes of one purpose", () => {
  let anna = 5_000n;
  let wallet: Wallet;

  beforeEach(async () => {
    anna += 10n;
    wallet = makeSigner(app);
    await addUsers(app, [anna]);
  });

  async function makeProvingCode(): Promise<string> {
    return (await callAs(app, paymentCode, anna, { body: { proveType: "ETH" } })).externalPaymentCode;
  }

  async function prove(code: string, signer: Wallet, securityCode?: string) {
    const body = { type: "ETH", address: signer.address } as const;
    const proof = await signProof(app, code, signer);
    return await callByCode(app, bindWallet, code, {
      body: { ...body, proof, ...(securityCode === undefined ? {} : { securityCode }) },
    });
  }

  async function send(): Promise<string> {
    const body = { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.05" } as const;
    const { order } = await callAs(app, sendRedEnvelope, anna, { body });
    app.clock.advance(1);
    return order.orderId;
  }

  describe("a proving code", () => {
    it("proves a wallet of somebody who never paid for anything", async () => {
      const made = await callAs(app, paymentCode, anna, { body: { proveType: "ETH" } });
      const code = made.externalPaymentCode;
      expect(made.paymentUrl).toBe(`http://localhost:4000/unPaymentList?lang=en&prove=ETH#code=${code}`);
      expect(await callByCode(app, proofRequest, code, {})).toEqual({
        type: "ETH",
        network: { id: "eip155:31337", name: "Test chain" },
        owner: { name: `Person ${anna}`, username: null, tgUserId: Number(anna) },
        address: null,
        proven: false,
        proofBlocksSpending: false,
        expiresAt: made.expiresAt,
      });
      expect((await prove(code, wallet)).wallet).toMatchObject({ address: wallet.address, proven: true });
      expect(await callByCode(app, proofRequest, code, {})).toMatchObject({ address: wallet.address, proven: true });
      // A repeat of the same wallet is harmless.
      expect((await prove(code, wallet)).wallet.proven).toBe(true);
    });

    it("allows nothing else", async () => {
      await callAs(app, bindWallet, anna, { body: { type: "ETH", address: wallet.address } });
      const orderId = await send();
      const code = await makeProvingCode();
      const query = { orderId };
      await expect(callByCode(app, unpaidList, code, { query: LIST })).rejects.toMatchObject(INVALID);
      await expect(callByCode(app, orderDetail, code, { query })).rejects.toMatchObject(INVALID);
      await expect(callByCode(app, paymentRequest, code, { query })).rejects.toMatchObject(INVALID);
      await expect(callByCode(app, cancelOrder, code, { body: query })).rejects.toMatchObject(INVALID);
      await expect(callByCode(app, handoffCode, code, { body: query })).rejects.toMatchObject(INVALID);
      const txHash = `0x${"a".repeat(64)}`;
      await expect(callByCode(app, submitPayment, code, { body: { orderId, txHash } })).rejects.toMatchObject(INVALID);
      await expect(callByCode(app, walletBalance, code, { query: { coinType: "eth", orderId } })).rejects.toMatchObject(
        INVALID,
      );
      const typed = { type: "ETH", address: wallet.address } as const;
      await expect(callByCode(app, bindWallet, code, { body: typed })).rejects.toMatchObject({ key: "invalidRequest" });
      const other = { type: "Solana", address: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM" } as const;
      await expect(callByCode(app, walletChallenge, code, { body: other })).rejects.toMatchObject(INVALID);
    });

    it("is not the code of orders, and the code of orders is none", async () => {
      await callAs(app, bindWallet, anna, { body: { type: "ETH", address: wallet.address } });
      const code = await makeProvingCode();
      expect((await toUserItem(app, anna)).externalPaymentCode).toBeNull();
      const orderId = await send();
      const { order } = await callAs(app, orderDetail, anna, { query: { orderId } });
      expect(order.externalPaymentCode).not.toBeNull();
      expect(order.externalPaymentCode).not.toBe(code);
      await expect(callByCode(app, proofRequest, order.externalPaymentCode, {})).rejects.toMatchObject(INVALID);
    });

    it("proves one wallet, and only as long as it is live", async () => {
      const code = await makeProvingCode();
      const { wallet: first } = await prove(code, wallet);
      await database.kysely
        .updateTable("wallet")
        .set({ unbound_at: app.clock.now() })
        .where("wallet_id", "=", first.walletId)
        .execute();
      await expect(prove(code, makeSigner(app))).rejects.toMatchObject(INVALID);
      expect(await callByCode(app, proofRequest, code, {})).toMatchObject({ address: null, proofBlocksSpending: true });
      await callAs(app, bindWallet, anna, { body: { type: "ETH", address: wallet.address } });
      expect(await callByCode(app, proofRequest, code, {})).toMatchObject({
        proven: false,
        proofBlocksSpending: false,
      });
      app.clock.advance(30 * MINUTE_MS);
      await expect(callByCode(app, proofRequest, code, {})).rejects.toMatchObject(INVALID);
      await expect(prove(code, wallet)).rejects.toMatchObject(INVALID);
    });

    it("takes the bound wallet alone, and asks for the security code where it binds a new one", async () => {
      const securityCode = "Abcdefg1";
      await giveEmail(database.kysely, anna, `a${anna}@example.com`);
      await callAs(app, changeSecurityCode, anna, { body: { newSecurityCode: securityCode } });
      const code = await makeProvingCode();
      const body = { type: "ETH", address: wallet.address } as const;
      const { challengeId, message } = await callByCode(app, walletChallenge, code, { body });
      const proof = { challengeId, signature: await wallet.signMessage(message) };
      await expect(callByCode(app, bindWallet, code, { body: { ...body, proof } })).rejects.toMatchObject({
        key: "securityCodeRequired",
      });
      await expect(
        callByCode(app, bindWallet, code, { body: { ...body, proof, securityCode: "Bbcdefg1" } }),
      ).rejects.toMatchObject({ key: "wrongSecurityCode" });
      // Without the owner's signature nobody learns or locks anything by trying codes.
      const forged = { ...proof, signature: await makeSigner(app).signMessage(message) };
      for (let guess = 0; guess < 6; guess++) {
        await expect(
          callByCode(app, bindWallet, code, { body: { ...body, proof: forged, securityCode: "Bbcdefg1" } }),
        ).rejects.toMatchObject({ key: "walletAddressMismatch" });
      }
      // The refused tries have not used up the signature.
      const { wallet: bound } = await callByCode(app, bindWallet, code, { body: { ...body, proof, securityCode } });
      expect(bound.proven).toBe(true);
      await expect(prove(await makeProvingCode(), makeSigner(app), securityCode)).rejects.toMatchObject({
        key: "walletLimitReached",
      });
    });
  });

  describe("a handoff code", () => {
    async function makeHandoff(orderId: string): Promise<string> {
      const { handoffUrl } = await callAs(app, handoffCode, anna, { body: { orderId } });
      return new URLSearchParams(new URL(handoffUrl).hash.slice(1)).get("handoff") ?? "";
    }
    const redeem = (code: string) => callByCode(app, redeemHandoff, null, { body: { handoffCode: code } });

    beforeEach(async () => {
      await callAs(app, bindWallet, anna, { body: { type: "ETH", address: wallet.address } });
    });

    it("is not spent by a call that fails", async () => {
      const code = await makeHandoff(await send());
      const failing: TestApp = {
        ...app,
        random: {
          ...app.random,
          bytes: () => {
            throw new Error("no random bytes");
          },
        },
      };
      const asked = { user: null, paymentCode: null, query: {}, body: { handoffCode: code }, language: "en" };
      const call = { ...asked, ip: "203.0.113.9" } as unknown as Call<"redeemHandoff">;
      await expect(redeemHandoff(call, failing)).rejects.toThrow("no random bytes");
      expect((await redeem(code)).externalPaymentCode).toHaveLength(32);
    });

    it("becomes, once, a payment code of its order alone", async () => {
      const [orderId, other] = [await send(), await send()];
      const handoff = await callAs(app, handoffCode, anna, { body: { orderId } });
      expect(handoff.handoffUrl).toMatch(/^http:\/\/localhost:4000\/unPaymentList\?lang=en#handoff=[A-Za-z0-9_-]{32}$/);
      expect(Date.parse(handoff.expiresAt)).toBe(app.clock.now().getTime() + 5 * MINUTE_MS);
      const code = await makeHandoff(orderId);
      const { externalPaymentCode } = await redeem(code);
      await expect(redeem(code)).rejects.toMatchObject(INVALID);
      const { items, total } = await callByCode(app, unpaidList, externalPaymentCode, { query: LIST });
      expect([items.map((order) => order.orderId), total]).toEqual([[orderId], 1]);
      await expect(
        callByCode(app, orderDetail, externalPaymentCode, { query: { orderId: other } }),
      ).rejects.toMatchObject({
        key: "notFound",
      });
      expect((await callByCode(app, paymentRequest, externalPaymentCode, { query: { orderId } })).amount).toBe("0.05");
      expect((await prove(externalPaymentCode, wallet)).wallet.proven).toBe(true);
      // It is no code that others see.
      expect((await toUserItem(app, anna)).externalPaymentCode).not.toBe(externalPaymentCode);
      // It hands its own order on, and no other.
      await expect(
        callByCode(app, handoffCode, externalPaymentCode, { body: { orderId: other } }),
      ).rejects.toMatchObject({
        key: "notFound",
      });
      expect(await callByCode(app, handoffCode, externalPaymentCode, { body: { orderId } })).toBeDefined();
    });

    it("is redeemed once even by many at once", async () => {
      const code = await makeHandoff(await send());
      const tries = await Promise.allSettled(Array.from({ length: 5 }, () => redeem(code)));
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    it("expires, and is made for payable orders of the caller alone", async () => {
      const orderId = await send();
      const code = await makeHandoff(orderId);
      app.clock.advance(5 * MINUTE_MS);
      await expect(redeem(code)).rejects.toMatchObject(INVALID);
      await callAs(app, cancelOrder, anna, { body: { orderId } });
      await expect(makeHandoff(orderId)).rejects.toMatchObject({ key: "orderNotPayable" });
      await addUsers(app, [anna + 1n]);
      const strangers = callAs(app, handoffCode, anna + 1n, { body: { orderId } });
      await expect(strangers).rejects.toMatchObject({ key: "notFound" });
    });
  });
});
