import { giveEmail } from "#tests/support/giveEmail.ts";
import { computeAddress, Wallet } from "ethers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CoinType } from "#domain/coins.ts";
import { changeSecurityCode } from "#server/accounts/securityCode.ts";
import { refuseBlockedSpending } from "#server/accounts/spendingBlocks.ts";
import { getUserInfo } from "#server/accounts/users.ts";
import type { BodyOf, Call, Handler } from "#server/calls/handler.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { Database } from "#server/db/database.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { paymentCode } from "#server/orders/paymentCodes.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addUsers, callAs, giveBalance } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { bindWallet } from "./bindWallet.ts";
import { unbindWallet, walletBalance, walletList } from "./boundWallets.ts";
import { walletChallenge } from "./proofs.ts";

describe("wallets", () => {
  let database: Database;
  let app: TestApp;
  let anna = 1_000n;
  let bo = 0n;
  let wallet: Wallet;

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "wallets");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    anna += 10n;
    bo = anna + 1n;
    wallet = new Wallet(`0x${Buffer.from(app.random.bytes(32)).toString("hex")}`);
    await addUsers(app, [anna, bo]);
  });

  const listOf = async (tgUserId: bigint) => (await callAs(app, walletList, tgUserId, { query: { limit: 20 } })).items;

  function bind(tgUserId: bigint, address: string, proof?: { challengeId: string; signature: string }) {
    return callAs(app, bindWallet, tgUserId, {
      body: { type: "ETH", address, ...(proof === undefined ? {} : { proof }) },
    });
  }

  async function sign(tgUserId: bigint, signer: Wallet, address = signer.address) {
    const { challengeId, message } = await callAs(app, walletChallenge, tgUserId, { body: { type: "ETH", address } });
    return { challengeId, signature: await signer.signMessage(message) };
  }

  it("binds a typed address in its checksum form, the same when repeated", async () => {
    const bound = await bind(anna, ` ${wallet.address.toLowerCase()} `);
    expect(bound.wallet).toEqual({
      walletId: bound.wallet.walletId,
      type: "ETH",
      address: wallet.address,
      proven: false,
    });
    expect((await bind(anna, wallet.address)).wallet.walletId).toBe(bound.wallet.walletId);
    expect(await listOf(anna)).toEqual([bound.wallet]);
    expect(await listOf(bo)).toEqual([]);
  });

  it("refuses a contract's address, and any address while no node can check it", async () => {
    const proof = await sign(anna, wallet);
    app.world.contracts.add(wallet.address);
    await expect(bind(anna, wallet.address)).rejects.toMatchObject({ key: "walletUnsupported" });
    await expect(bind(anna, wallet.address, proof)).rejects.toMatchObject({ key: "walletUnsupported" });
    await expect(sign(anna, wallet)).rejects.toMatchObject({ key: "walletUnsupported" });
    app.world.contracts.delete(wallet.address);
    app.world.isChainDown = true;
    await expect(bind(anna, wallet.address)).rejects.toThrow(ChainUnavailable);
    app.world.isChainDown = false;
    expect(await listOf(anna)).toEqual([]);
    expect((await bind(anna, wallet.address, proof)).wallet.proven).toBe(true);
  });

  it("names the true cause of a proof that is not taken", async () => {
    const { challengeId } = await sign(anna, wallet);
    const undeployed = `0x${"00".repeat(1_200)}${"6492".repeat(16)}`;
    await expect(bind(anna, wallet.address, { challengeId, signature: undeployed })).rejects.toMatchObject({
      key: "walletUnsupported",
    });
    app.world.wrongClocks.add(wallet.address);
    await expect(bind(anna, wallet.address, await sign(anna, wallet))).rejects.toMatchObject({
      key: "deviceClockWrong",
    });
    app.world.wrongClocks.delete(wallet.address);
    const { challengeId: next, signature } = await sign(anna, wallet);
    const bare = signature.slice(2);
    expect((await bind(anna, wallet.address, { challengeId: next, signature: bare })).wallet.proven).toBe(true);
  });

  it.each([
    ["the zero address", `0x${"0".repeat(40)}`],
    ["another chain's form", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
    ["another form", "vitalik.eth"],
    ["a wrong checksum", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ])("refuses %s", async (_, address) => {
    await expect(bind(anna, address)).rejects.toMatchObject({ key: "invalidRequest" });
  });

  it("refuses the treasury, and unsupported chains", async () => {
    await expect(bind(anna, app.chains.eth?.facts.treasuryAddress ?? "")).rejects.toMatchObject({
      key: "invalidRequest",
    });
    const body = { type: "Ton", address: wallet.address } as const;
    await expect(callAs(app, bindWallet, anna, { body })).rejects.toMatchObject({ key: "coinNotEnabled" });
  });

  it("binds of a coin that was switched off only what its owner has money to withdraw to", async () => {
    const closed = { ...app, config: { ...app.config, coins: [] } };
    const body = { type: "ETH", address: wallet.address } as const;
    const readOpen = async (tgUserId: bigint) =>
      (await callAs(closed, walletList, tgUserId, { query: { limit: 20 } })).openTypes;
    await expect(callAs(closed, bindWallet, anna, { body })).rejects.toMatchObject({ key: "coinNotEnabled" });
    expect(await readOpen(anna)).toEqual([]);
    await giveBalance(app, anna, 1n);
    expect(await readOpen(anna)).toEqual(["ETH"]);
    expect(await readOpen(bo)).toEqual([]);
    expect((await callAs(closed, bindWallet, anna, { body })).wallet.address).toBe(wallet.address);

    await giveBalance(app, bo, 1n);
    const { eth } = app.config.chains;
    if (eth === undefined) throw new Error("the app has a chain");
    const unsigned = { ...closed, config: { ...closed.config, chains: { eth: { ...eth, hasSigner: false } } } };
    await expect(callAs(unsigned, bindWallet, bo, { body })).rejects.toMatchObject({ key: "coinNotEnabled" });
  });

  it("allows one wallet per type", async () => {
    await bind(anna, wallet.address);
    const second = computeAddress(`0x${"5".repeat(64)}`);
    await expect(bind(anna, second)).rejects.toMatchObject({ key: "walletLimitReached" });
  });

  it("lets a proof upgrade the own binding and replace another person's typed one", async () => {
    await bind(anna, wallet.address);
    const bosBinding = await bind(bo, wallet.address);
    const proven = await bind(anna, wallet.address, await sign(anna, wallet));
    expect(proven.wallet.proven).toBe(true);
    expect(await listOf(anna)).toEqual([proven.wallet]);
    expect(await listOf(bo)).toEqual([]);
    await expect(bind(bo, wallet.address)).rejects.toMatchObject({ key: "walletAlreadyBound" });
    const notifications = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select(["kind", "payload as params"])
      .where("tg_user_id", "=", bo)
      .orderBy("due_at")
      .execute();
    const { type, walletId } = bosBinding.wallet;
    const params = { type, address: wallet.address, walletId };
    expect(notifications).toEqual([
      { kind: "walletBound", params },
      { kind: "walletTakenOver", params },
    ]);
    expect(bosBinding.wallet.proven).toBe(false);
  });

  it("moves a wallet to the newest signature, notifies the former holder, and moves it back the same way", async () => {
    await bind(anna, wallet.address, await sign(anna, wallet));
    const bos = await bind(bo, wallet.address, await sign(bo, wallet));
    expect(bos.wallet.proven).toBe(true);
    expect(await listOf(anna)).toEqual([]);
    const notifications = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select("kind")
      .where("tg_user_id", "=", anna)
      .orderBy("due_at")
      .execute();
    expect(notifications.map((row) => row.kind)).toEqual(["walletBound", "walletTakenOver"]);
    await expect(bind(anna, wallet.address)).rejects.toMatchObject({ key: "walletAlreadyBound" });
    const again = await bind(anna, wallet.address, await sign(anna, wallet));
    expect(await listOf(anna)).toEqual([again.wallet]);
    expect(await listOf(bo)).toEqual([]);
  });

  it("names the account and the consequence in the text to sign", async () => {
    const body = { type: "ETH", address: wallet.address } as const;
    const { message } = await callAs(app, walletChallenge, anna, { body });
    expect(message).toContain(`Person ${anna} (id ${anna})`);
    expect(message).toContain("is credited to that account");
  });

  it("releases a proven address when it is unbound", async () => {
    const { wallet: bound } = await bind(anna, wallet.address, await sign(anna, wallet));
    const unbind = (tgUserId: bigint) => callAs(app, unbindWallet, tgUserId, { body: { walletId: bound.walletId } });
    await expect(unbind(bo)).rejects.toMatchObject({ key: "notFound" });
    expect(await unbind(anna)).toBeNull();
    await expect(unbind(anna)).rejects.toMatchObject({ key: "notFound" });
    expect((await bind(bo, wallet.address, await sign(bo, wallet))).wallet.proven).toBe(true);
  });

  it("accepts a challenge once, from its user, within ten minutes, right or wrong", async () => {
    const proof = await sign(anna, wallet);
    await expect(bind(bo, wallet.address, proof)).rejects.toMatchObject({ key: "notFound" });
    const stranger = new Wallet(`0x${"6".repeat(64)}`);
    await expect(bind(anna, stranger.address, proof)).rejects.toMatchObject({ key: "walletAddressMismatch" });
    await expect(bind(anna, wallet.address, proof)).rejects.toMatchObject({ key: "notFound" });

    const foreign = await sign(anna, stranger, wallet.address);
    await expect(bind(anna, wallet.address, foreign)).rejects.toMatchObject({ key: "walletAddressMismatch" });

    const late = await sign(anna, wallet);
    app.clock.advance(10 * 60_000);
    await expect(bind(anna, wallet.address, late)).rejects.toMatchObject({ key: "notFound" });
    expect(await listOf(anna)).toEqual([]);
  });

  it("gives the address to exactly one of two simultaneous proofs", async () => {
    const [annas, bos] = [await sign(anna, wallet), await sign(bo, wallet)];
    await Promise.all([bind(anna, wallet.address, annas), bind(bo, wallet.address, bos)]);
    const bound = [...(await listOf(anna)), ...(await listOf(bo))];
    expect(bound.map((row) => row.proven)).toEqual([true]);
  });

  it("reads the balance of the bound wallet from the chain", async () => {
    const read = () => callAs(app, walletBalance, anna, { query: { coinType: "eth" } });
    await expect(read()).rejects.toMatchObject({ key: "walletNotBound" });
    await bind(anna, wallet.address);
    app.world.balances.set(wallet.address, 1_500_000_000_000_000_001n);
    expect(await read()).toEqual({ coinType: "eth", address: wallet.address, balance: "1.500000000000000001" });
    app.world.isChainDown = true;
    await expect(read()).rejects.toMatchObject({ key: "balanceUnavailable" });
    app.world.isChainDown = false;
  });

  describe("with a security code", () => {
    const CODE = "Abcdefg1";
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => "ok",
        (error: { key: string }) => error.key,
      );
    const bindWith = (address: string, securityCode?: string, proof?: { challengeId: string; signature: string }) =>
      callAs(app, bindWallet, anna, {
        body: {
          type: "ETH",
          address,
          ...(proof === undefined ? {} : { proof }),
          ...(securityCode === undefined ? {} : { securityCode }),
        },
      });
    const unbind = (walletId: string, securityCode?: string) =>
      callAs(app, unbindWallet, anna, { body: { walletId, ...(securityCode === undefined ? {} : { securityCode }) } });

    async function setCode(): Promise<void> {
      await giveEmail(database.kysely, anna, "anna@example.com");
      await callAs(app, changeSecurityCode, anna, { body: { newSecurityCode: CODE } });
    }

    it("is bound and unbound only with the code, and a wrong code uses up no proof", async () => {
      await setCode();
      const proof = await sign(anna, wallet);
      expect(await outcome(bindWith(wallet.address))).toBe("securityCodeRequired");
      expect(await outcome(bindWith(wallet.address, undefined, proof))).toBe("securityCodeRequired");
      expect(await outcome(bindWith(wallet.address, "Wrong123", proof))).toBe("wrongSecurityCode");
      expect(await listOf(anna)).toEqual([]);
      const { walletId } = (await bindWith(wallet.address, CODE, proof)).wallet;
      expect(await outcome(unbind(walletId))).toBe("securityCodeRequired");
      expect(await outcome(unbind(walletId, "Wrong123"))).toBe("wrongSecurityCode");
      expect(await listOf(anna)).toHaveLength(1);
      await unbind(walletId, CODE);
      expect(await listOf(anna)).toEqual([]);
    });

    it("is locked with every call that requires the code", async () => {
      await setCode();
      const { walletId } = (await bindWith(wallet.address, CODE)).wallet;
      for (const address of [wallet.address, wallet.address, wallet.address]) {
        expect(await outcome(bindWith(address, "Wrong123"))).toBe("wrongSecurityCode");
      }
      for (const id of [walletId, walletId]) expect(await outcome(unbind(id, "Wrong123"))).toBe("wrongSecurityCode");
      expect(await outcome(unbind(walletId, CODE))).toBe("securityCodeLocked");
      expect(await outcome(bindWith(wallet.address, CODE))).toBe("securityCodeLocked");
    });

    it("is not bound by a call without the code if the code is set meanwhile", async () => {
      const [set, bound] = await Promise.all([setCode(), outcome(bindWith(wallet.address))]);
      expect(set).toBeUndefined();
      expect(["ok", "securityCodeRequired"]).toContain(bound);
      expect(await listOf(anna)).toHaveLength(bound === "ok" ? 1 : 0);
    });

    it("is proven on the payment page without the code while it is bound, but not bound there again", async () => {
      app.world.balances.set(wallet.address, 10n ** 18n);
      const { walletId } = (await bindWith(wallet.address)).wallet;
      await callAs(app, sendRedEnvelope, anna, {
        body: { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.05" },
      });
      const { externalPaymentCode } = await callAs(app, paymentCode, anna, {});
      await setCode();
      const onPage = <Op extends "bindWallet" | "walletChallenge">(handler: Handler<Op>, body: BodyOf<Op>) =>
        handler({ user: null, paymentCode: externalPaymentCode, body, language: "en" } as unknown as Call<Op>, app);
      const prove = async (securityCode?: string) => {
        const address = { type: "ETH" as const, address: wallet.address };
        const { challengeId, message } = await onPage(walletChallenge, address);
        const proof = { challengeId, signature: await wallet.signMessage(message) };
        return onPage(bindWallet, { ...address, proof, ...(securityCode === undefined ? {} : { securityCode }) });
      };
      expect((await prove()).wallet).toMatchObject({ walletId, proven: true });
      await unbind(walletId, CODE);
      expect(await outcome(prove())).toBe("securityCodeRequired");
      expect(await outcome(prove("Wrong123"))).toBe("wrongSecurityCode");
      expect(await outcome(prove(CODE))).toBe("ok");
    });
  });

  it("blocks its coin for a day when another wallet is proven, but not for the first, a repeated or another coin's one", async () => {
    const readBlocks = async () => (await callAs(app, getUserInfo, anna, {})).userItem.spendingBlocks;
    const isBlocked = (coinType: CoinType = "eth") =>
      refuseBlockedSpending(database.kysely, app, { tgUserId: anna, coinType }).then(
        () => false,
        (error: { key: string }) => error.key === "spendingBlocked",
      );
    const listBlocking = async () => (await callAs(app, walletList, anna, { query: { limit: 20 } })).blockingTypes;
    const unbind = (walletId: string) => callAs(app, unbindWallet, anna, { body: { walletId } });
    await database.kysely
      .insertInto("wallet")
      .values({
        wallet_id: `ton-${anna}`,
        tg_user_id: anna,
        type: "Ton",
        address: "EQ",
        address_key: `ton ${anna}`,
        proven_at: app.clock.now(),
        created_at: app.clock.now(),
      })
      .execute();
    await database.kysely
      .updateTable("wallet")
      .set({ unbound_at: app.clock.now() })
      .where("wallet_id", "=", `ton-${anna}`)
      .execute();
    expect(await listBlocking()).toEqual(["Ton"]);
    const first = (await bind(anna, wallet.address, await sign(anna, wallet))).wallet;
    expect(await isBlocked()).toBe(false);
    expect(await listBlocking()).toEqual(["Ton"]);
    await unbind(first.walletId);
    expect(await listBlocking()).toEqual(["ETH", "Ton"]);
    await bind(anna, wallet.address);
    expect(await listBlocking()).toEqual(["Ton"]);
    const again = (await bind(anna, wallet.address, await sign(anna, wallet))).wallet;
    await unbind(again.walletId);
    expect(await isBlocked()).toBe(false);
    expect(await readBlocks()).toEqual([]);

    const next = new Wallet(`0x${Buffer.from(app.random.bytes(32)).toString("hex")}`);
    await bind(anna, next.address);
    expect(await isBlocked()).toBe(false);
    expect(await listBlocking()).toEqual(["ETH", "Ton"]);
    await bind(anna, next.address, await sign(anna, next));
    expect(await isBlocked()).toBe(true);
    expect(await isBlocked("ton")).toBe(false);
    const until = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const spendingBlocks = [{ coinType: "eth", cause: "walletChanged", until }];
    expect(await readBlocks()).toEqual(spendingBlocks);
    await expect(
      refuseBlockedSpending(database.kysely, app, { tgUserId: anna, coinType: "eth" }),
    ).rejects.toMatchObject({ data: { spendingBlocks } });
    app.clock.advance(86_400_000);
    expect(await isBlocked()).toBe(false);
    expect(await readBlocks()).toEqual([]);
    await bind(anna, next.address, await sign(anna, next));
    expect(await isBlocked()).toBe(false);
  });

  it("tells of a new proof of a bound wallet too, and of the coin that it blocks", async () => {
    const told: string[] = [];
    app.telegram = {
      ...app.telegram,
      sendMessage: async (_, { html }) => {
        told.push(html);
        return { kind: "sent", messageId: 1n };
      },
    };
    const readTold = async () => {
      for (let round = 0; round < 4; round += 1) {
        app.clock.advance(1_000);
        await sendNotifications.run(app, new AbortController().signal);
      }
      return told.splice(0);
    };
    await database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
    await database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
    const first = (await bind(anna, wallet.address)).wallet;
    await bind(anna, wallet.address, await sign(anna, wallet));
    await bind(anna, wallet.address, await sign(anna, wallet));
    expect(await readTold()).toEqual([
      expect.stringContaining("was bound to your account"),
      expect.stringMatching(/was verified for your account with a signature\.[^.]+unbind it\.$/u),
    ]);
    await callAs(app, unbindWallet, anna, { body: { walletId: first.walletId } });
    const next = new Wallet(`0x${Buffer.from(app.random.bytes(32)).toString("hex")}`);
    await bind(anna, next.address, await sign(anna, next));
    expect(await readTold()).toEqual([
      expect.stringMatching(
        /was bound to your account.+payments of ETH from your balance are blocked for 24 hours\.$/u,
      ),
    ]);
  });
});
