import { computeAddress, type Wallet } from "ethers";
import { beforeEach, describe, expect, it } from "vitest";
import { setLang } from "#server/accounts/language.ts";
import { toUserItem } from "#server/accounts/users.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { paymentRequest } from "#server/deposits/paymentRequest.ts";
import { submitPayment } from "./submitPayment.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { walletBalance } from "#server/wallets/boundWallets.ts";
import { walletChallenge } from "#server/wallets/proofs.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { makeSigner, signProof } from "#tests/support/signers.ts";
import { storeTransfer } from "#tests/support/storeTransfer.ts";
import { addUsers, callAs, callByCode } from "#tests/support/story.ts";
import { cancelOrder } from "./cancelOrder.ts";
import { authenticatePaymentCode } from "./orderCaller.ts";
import { orderDetail } from "./orderDetail.ts";
import { paymentCode } from "./paymentCodes.ts";
import { readWireOrders } from "./readWireOrder.ts";
import { unpaidList } from "./unpaidList.ts";

const MINUTE_MS = 60_000;
const LIST = { limit: 20 };

const { app, database } = await openAppOfFile("payment page");

describe("the payment page's calls", () => {
  let anna = 2_000n;
  let wallet: Wallet;

  beforeEach(async () => {
    anna += 10n;
    wallet = makeSigner(app);
    await addUsers(app, [anna]);
    await callAs(app, bindWallet, anna, { body: { type: "ETH", address: wallet.address } });
  });

  function readRow(orderId: string) {
    return database.kysely
      .selectFrom("payment_order")
      .selectAll()
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
  }

  /** A transfer for the order that the chain's watcher has seen just now. */
  const addTransfer = (orderId: string, tx_hash: string, amount_base: bigint) =>
    storeTransfer(app, { from_address: wallet.address, tx_hash, amount_base, order_id: orderId });

  async function send(totalAmount = "0.05"): Promise<string> {
    const body = { type: "luckyDraw", coinType: "eth", count: 5, totalAmount } as const;
    const { order } = await callAs(app, sendRedEnvelope, anna, { body });
    app.clock.advance(1);
    return order.orderId;
  }

  const makeCode = () => callAs(app, paymentCode, anna, {});

  it("builds no payment from an address that became a contract", async () => {
    const orderId = await send();
    app.world.contracts.add(wallet.address);
    const ask = () => callAs(app, paymentRequest, anna, { query: { orderId } });
    await expect(ask()).rejects.toMatchObject({ key: "walletUnsupported" });
    app.world.contracts.clear();
    expect(await ask()).toMatchObject({ orderId });
  });

  it("returns one live code, in the fragment of a link, to its owner only", async () => {
    expect((await toUserItem(app, anna)).externalPaymentCode).toBeNull();
    const orderId = await send();
    // An order has a payment link; a repeat returns the same code.
    const { externalPaymentCode } = await toUserItem(app, anna);
    const made = await makeCode();
    expect(made.externalPaymentCode).toBe(externalPaymentCode);
    expect(made.externalPaymentCode).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(made.paymentUrl).toBe(`http://localhost:4000/unPaymentList?lang=en#code=${made.externalPaymentCode}`);
    app.clock.advance(MINUTE_MS);
    await send();
    expect(await makeCode()).toEqual(made);
    expect((await toUserItem(app, anna)).externalPaymentCode).toBe(made.externalPaymentCode);
    const own = await callAs(app, orderDetail, anna, { query: { orderId } });
    expect(own.order).toMatchObject({ externalPaymentCode: made.externalPaymentCode, paymentUrl: made.paymentUrl });
    const page = await callByCode(app, orderDetail, made.externalPaymentCode, { query: { orderId } });
    const { life, ...shared } = own.order;
    expect(life).toBeDefined();
    expect(page.order).toEqual({ ...shared, externalPaymentCode: null, paymentUrl: null });

    app.clock.advance(30 * MINUTE_MS);
    expect((await toUserItem(app, anna)).externalPaymentCode).toBeNull();
    expect((await makeCode()).externalPaymentCode).not.toBe(made.externalPaymentCode);
    expect(await authenticatePaymentCode(app, made.externalPaymentCode)).toMatchObject({ isLive: false });
  });

  it("creates a second code if less than ten minutes are left, and the first stays valid until it expires", async () => {
    await send();
    const first = (await makeCode()).externalPaymentCode;
    app.clock.advance(20 * MINUTE_MS - 1);
    await send();
    expect((await toUserItem(app, anna)).externalPaymentCode).toBe(first);
    const orderId = await send();
    const second = await makeCode();
    expect(second.externalPaymentCode).not.toBe(first);
    expect(Date.parse(second.expiresAt)).toBe(app.clock.now().getTime() - 1 + 30 * MINUTE_MS);
    expect((await toUserItem(app, anna)).externalPaymentCode).toBe(second.externalPaymentCode);
    const { order } = await callAs(app, orderDetail, anna, { query: { orderId } });
    expect(order.externalPaymentCode).toBe(second.externalPaymentCode);
    for (const code of [first, second.externalPaymentCode]) {
      expect((await callByCode(app, orderDetail, code, { query: { orderId } })).order.orderId).toBe(orderId);
    }
  });

  it("links to a page in the owner's language", async () => {
    await callAs(app, setLang, anna, { body: { lang: "zh_CN" } });
    const made = await makeCode();
    expect(made.paymentUrl).toBe(`http://localhost:4000/unPaymentList?lang=zh-CN#code=${made.externalPaymentCode}`);
    await callAs(app, setLang, anna, { body: { lang: "km" } });
    expect((await makeCode()).paymentUrl).toContain("?lang=km#code=");
  });

  it("shows whose order it is and what it buys", async () => {
    const chats = [-(anna * 10n), -(anna * 10n) - 1n];
    const at = app.clock.now();
    for (const chatId of chats) {
      const title = `Chat ${chatId}`;
      app.world.members.add(`${chatId}:${anna}`);
      await database.kysely
        .insertInto("chat")
        .values({ chat_id: chatId, title, is_bot_member: true, updated_at: at })
        .execute();
      await database.kysely
        .insertInto("chat_link")
        .values({ tg_user_id: anna, chat_id: chatId, linked_at: at })
        .execute();
    }
    const { order } = await callAs(app, sendRedEnvelope, anna, {
      body: {
        type: "ordinary",
        coinType: "eth",
        count: 4,
        totalAmount: "0.04",
        remark: "Happy new year",
        chatIds: chats.map(String),
      },
    });
    const { externalPaymentCode: code } = await makeCode();
    const shown = await callByCode(app, orderDetail, code, { query: { orderId: order.orderId } });
    expect(shown.order.owner).toEqual({ name: `Person ${anna}`, username: null, tgUserId: Number(anna) });
    expect(shown.order.purchase).toMatchObject({
      type: "ordinary",
      count: 4,
      totalAmount: "0.04",
      envelopeCount: 2,
      remark: "Happy new year",
    });
    expect(shown.order.purchase.chatTitles.toSorted()).toEqual(chats.map((chatId) => `Chat ${chatId}`).toSorted());
    expect(shown.order.amount).toBe("0.08");
    const single = await callAs(app, orderDetail, anna, { query: { orderId: await send() } });
    expect(single.order.purchase).toEqual({
      type: "luckyDraw",
      count: 5,
      totalAmount: "0.05",
      envelopeCount: 1,
      remark: null,
      chatTitles: [],
    });
  });

  it("reports that an open order is overdue", async () => {
    const orderId = await send();
    const read = () => callAs(app, orderDetail, anna, { query: { orderId } });
    app.clock.advance(30 * MINUTE_MS - 2);
    expect((await read()).order).toMatchObject({ status: "awaitingPayment", isOverdue: false });
    app.clock.advance(1);
    expect((await read()).order).toMatchObject({ status: "awaitingPayment", isOverdue: true });
    await callAs(app, cancelOrder, anna, { body: { orderId } });
    expect((await read()).order).toMatchObject({ status: "cancelled", isOverdue: false });
  });

  it("rejects unknown codes, and those that expired unused", async () => {
    const { externalPaymentCode } = await makeCode();
    expect(await authenticatePaymentCode(app, "no such code")).toBe("unknown");
    expect(await authenticatePaymentCode(app, externalPaymentCode)).toMatchObject({ tgUserId: anna, isLive: true });
    app.clock.advance(30 * MINUTE_MS);
    expect(await authenticatePaymentCode(app, externalPaymentCode)).toBe("ended");
    await expect(callByCode(app, unpaidList, externalPaymentCode, { query: LIST })).rejects.toMatchObject({
      key: "paymentCodeInvalid",
    });
  });

  it("lists open orders, newest first, page by page", async () => {
    const [first, second, third] = [await send("0.01"), await send("0.02"), await send("0.03")];
    await callAs(app, cancelOrder, anna, { body: { orderId: second } });
    const { externalPaymentCode: code } = await makeCode();
    const page = await callByCode(app, unpaidList, code, { query: { limit: 1 } });
    expect(page.items.map((order) => order.orderId)).toEqual([third]);
    expect(page.total).toBe(2);
    const cursor = page.nextCursor ?? "";
    const rest = await callByCode(app, unpaidList, code, { query: { limit: 1, cursor } });
    expect(rest.items.map((order) => order.orderId)).toEqual([first]);
    expect(rest.nextCursor).toBeNull();
  });

  it("lets a used code follow the orders it showed after its expiry, and nothing else", async () => {
    const shown = await send();
    const { externalPaymentCode: code } = await makeCode();
    await callByCode(app, unpaidList, code, { query: LIST });
    app.clock.advance(25 * MINUTE_MS);
    const later = await send("0.07");
    app.clock.advance(5 * MINUTE_MS);

    const list = await callByCode(app, unpaidList, code, { query: LIST });
    expect(list.items.map((order) => order.orderId)).toEqual([shown]);
    const txHash = `0x${"a".repeat(64)}`;
    expect((await callByCode(app, submitPayment, code, { body: { orderId: shown, txHash } })).order).toMatchObject({
      txHash: null,
      reportedTxHash: txHash,
    });
    const refused = { key: "paymentCodeInvalid" };
    await expect(callByCode(app, orderDetail, code, { query: { orderId: later } })).rejects.toMatchObject(refused);
    await expect(callByCode(app, cancelOrder, code, { body: { orderId: shown } })).rejects.toMatchObject(refused);
    const body = { type: "ETH", address: wallet.address } as const;
    await expect(callByCode(app, walletChallenge, code, { body })).rejects.toMatchObject(refused);
  });

  it("tells of no transfer that was seen after the order was read", async () => {
    const orderId = await send();
    const row = await readRow(orderId);
    const txHash = `0x${"b".repeat(64)}`;
    await addTransfer(orderId, txHash, row.amount_base);
    const read = async (order: typeof row) => (await readWireOrders(app, [order], anna))[0]?.txHash;
    expect(await read(row)).toBeNull();
    expect(await read({ ...row, status: "confirming" })).toBe(txHash);
    await database.kysely.deleteFrom("chain_transfer").where("tx_hash", "=", txHash).execute();
  });

  it("names the same one of two transfers in one block before and after they settle, whichever settled first", async () => {
    const orderId = await send();
    const at = app.clock.now();
    const [first, second] = [`0x${"c".repeat(64)}`, `0x${"d".repeat(64)}`] as const;
    for (const txHash of [first, second]) await addTransfer(orderId, txHash, 1n);
    const row = await readRow(orderId);
    const read = async () => (await readWireOrders(app, [{ ...row, status: "confirming" }], anna))[0]?.txHash;
    expect(await read()).toBe(first);
    for (const txHash of [second, first]) {
      await database.kysely
        .updateTable("chain_transfer")
        .set({ settled_at: at, outcome: "order", tg_user_id: anna })
        .where("tx_hash", "=", txHash)
        .execute();
    }
    expect(await read()).toBe(first);
  });

  it("returns all that a wallet needs to sign", async () => {
    const orderId = await send();
    const { externalPaymentCode: code } = await makeCode();
    const request = await callByCode(app, paymentRequest, code, { query: { orderId } });
    expect(request).toMatchObject({
      network: { id: "eip155:31337", name: "Test chain" },
      to: app.chains.eth?.facts.treasuryAddress,
      from: wallet.address,
      fromProven: false,
      proofBlocksSpending: false,
      amount: "0.05",
      maxFee: "0.000042",
      signing: {
        kind: "evm",
        transaction: {
          from: wallet.address,
          to: app.chains.eth?.facts.treasuryAddress,
          value: "0xb1a2bc2ec50000",
          gas: "0x5208",
          maxFeePerGas: "0x77359400",
          chainId: "0x7a69",
        },
      },
      balance: "1",
    });
    const balance = await callByCode(app, walletBalance, code, { query: { coinType: "eth", orderId } });
    expect(balance).toEqual({ coinType: "eth", address: wallet.address, balance: "1" });

    app.world.isChainDown = true;
    await expect(callByCode(app, paymentRequest, code, { query: { orderId } })).rejects.toThrow(ChainUnavailable);
    app.world.isChainDown = false;
    app.clock.advance(30 * MINUTE_MS);
    await expect(callAs(app, paymentRequest, anna, { query: { orderId } })).rejects.toMatchObject({
      key: "orderNotPayable",
    });
  });

  it("proves the order's wallet under a code, but no other one, and never without a signature", async () => {
    const orderId = await send();
    const { externalPaymentCode: code } = await makeCode();
    const body = { type: "ETH", address: wallet.address } as const;
    await expect(callByCode(app, bindWallet, code, { body })).rejects.toMatchObject({ key: "invalidRequest" });
    const other = { type: "ETH", address: computeAddress(`0x${"8".repeat(64)}`) } as const;
    await expect(callByCode(app, walletChallenge, code, { body: other })).rejects.toMatchObject({
      key: "walletAddressMismatch",
    });

    const former = { wallet_id: `former-${anna}`, address: other.address, address_key: `former ${anna}` };
    const at = app.clock.now();
    await database.kysely
      .insertInto("wallet")
      .values({ ...former, tg_user_id: anna, type: "ETH", proven_at: at, unbound_at: at, created_at: at })
      .execute();
    const read = () => callByCode(app, paymentRequest, code, { query: { orderId } });
    expect(await read()).toMatchObject({ fromProven: false, proofBlocksSpending: true });

    const proof = await signProof(app, code, wallet);
    const { wallet: bound } = await callByCode(app, bindWallet, code, { body: { ...body, proof } });
    expect(bound.proven).toBe(true);
    expect(await read()).toMatchObject({ fromProven: true, proofBlocksSpending: false });
  });

  it("reaches no other person's order", async () => {
    const orderId = await send();
    await addUsers(app, [anna + 1n]);
    const strangers = await callAs(app, paymentCode, anna + 1n, {});
    const refused = { key: "notFound" };
    await expect(
      callByCode(app, orderDetail, strangers.externalPaymentCode, { query: { orderId } }),
    ).rejects.toMatchObject(refused);
    await expect(callAs(app, orderDetail, anna + 1n, { query: { orderId } })).rejects.toMatchObject(refused);
    await expect(callAs(app, paymentRequest, anna + 1n, { query: { orderId } })).rejects.toMatchObject(refused);
  });
});
