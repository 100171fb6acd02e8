import type { Chain } from "#server/chains/chain.ts";
import { Wallet } from "ethers";
import { expect } from "vitest";
import type { components } from "#contract/schema.d.ts";
import type { ErrorKey } from "#contract/errors.ts";
import type { OperationId } from "#contract/operations.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { freeze, unfreeze } from "#server/operator/freeze.ts";
import { addState, clearState } from "#server/db/jobState.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { linkChat, rememberChat } from "#server/messenger/chats.ts";
import { formatChatStartParam } from "#server/messenger/startParams.ts";
import { makeStatements } from "#server/solvency/statements.ts";
import { hurryTime } from "#tests/support/hurryTime.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import type { KnownValues } from "./schemaArbitrary.ts";
import { spendMoney } from "./spendMoney.ts";
import type { Ask, World } from "./world.ts";

type Schemas = components["schemas"];

/** What the walkthrough leaves in the database, for requests that name existing things. */
export interface ApiWalkthrough {
  bearers: readonly string[];
  revokedBearer: string;
  paymentCodes: readonly string[];
  values: KnownValues;
}

const ETHER = 10n ** 18n;
const GROUP_ID = -100_777n;
const UNKNOWN_ID = "unknownunknownunknown1";
const TX_HASH = `0x${"ab".repeat(32)}`;
/** An invalid value for each query parameter. */
const BROKEN_QUERY = {
  limit: 0,
  cursor: "!",
  coinType: "doge",
  envelopeId: "!",
  orderId: "!",
  payoutId: "!",
  code: "!",
  account: "",
  amount: "x",
  period: "x",
};

/** Does the product's main job over the API and provokes every declared error on the way. */
export async function walkThroughApi(world: World): Promise<ApiWalkthrough> {
  const { chain, chainState } = world;
  const watcher = new TestWatcher(world.app, chain);

  async function pass<T>(operationId: OperationId, ask: Ask = {}): Promise<T> {
    const answer = await world.ask(operationId, ask);
    expect(answer, operationId).toMatchObject({ status: 200, error: null });
    return answer.data as T;
  }
  async function refuse(operationId: OperationId, error: ErrorKey, ask: Ask): Promise<void> {
    expect(await world.ask(operationId, ask), operationId).toMatchObject({ error });
  }
  async function bindTyped(bearer: string, wallet: { address: string }): Promise<Schemas["Wallet"]> {
    const body = { type: "ETH", address: wallet.address };
    return (await pass<{ wallet: Schemas["Wallet"] }>("bindWallet", { bearer, body })).wallet;
  }
  async function makeProof(authority: Ask, signer: Wallet, address = signer.address) {
    const challenge = await pass<Schemas["Challenge"]>("walletChallenge", {
      ...authority,
      body: { type: "ETH", address },
    });
    return { challengeId: challenge.challengeId, signature: await signer.signMessage(challenge.message) };
  }
  async function send(bearer: string, change: object = {}) {
    const body = {
      type: "luckyDraw",
      coinType: "eth",
      count: 2,
      totalAmount: "0.05",
      passphrase: "red lantern",
      ...change,
    };
    const data = await pass<{ envelopes: Schemas["Envelope"][]; order: Schemas["Order"] }>("sendRedEnvelope", {
      bearer,
      body,
    });
    const [envelope] = data.envelopes;
    if (envelope === undefined) throw new Error("no envelope");
    return { envelope, order: data.order, envelopeId: envelope.envelopeId, orderId: data.order.orderId };
  }

  await refuseStrangers(world);

  // Login and language.
  await refuse("telegramAuth", "loginVerificationFailed", { body: { initData: "user=%7B%7D&hash=00" } });
  const oldLaunch = world.makeInitData(1, new Date(world.app.clock.now().getTime() - 3_601_000));
  await refuse("telegramAuth", "launchDataExpired", { body: { initData: oldLaunch } });
  const sender = await world.logIn(1001);
  const claimers = [await world.logIn(2001), await world.logIn(2002), await world.logIn(2003)] as const;
  for (const call of ["getUserInfo", "getLang", "chatList", "walletList", "unpaidList"] as const)
    await pass(call, { bearer: sender });
  await pass("setLang", { bearer: sender, body: { lang: "zh-CN" } });
  await pass("systemInfo");
  for (const call of ["coinPrice", "getUserRanking", "getGroupRanking"] as const) await pass(call, { bearer: sender });
  await pass("updateUser", { bearer: sender, body: { hideFromRanking: true, allowNotifications: true } });

  // Cover and text of the envelopes to come.
  for (const call of ["coverList", "textList", "redEnvelopeCoverAndMessage"] as const)
    await pass(call, { bearer: sender });
  await pass("updateRedEnvelopeCover", { bearer: sender, body: { coverId: "tet" } });
  await pass("updateRedEnvelopeMessage", { bearer: sender, body: { messageId: "newYear" } });
  await refuse("updateRedEnvelopeCover", "invalidRequest", { bearer: sender, body: { coverId: "newYear" } });
  await refuse("updateRedEnvelopeMessage", "invalidRequest", { bearer: sender, body: { messageId: "tet" } });
  await refuse("sendRedEnvelope", "invalidRequest", {
    bearer: sender,
    body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01", coverId: "newYear" },
  });
  await refuse("sendRedEnvelope", "invalidRequest", {
    bearer: sender,
    body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01", messageId: "tet" },
  });

  // Accounts of the messenger.
  await pass("antiFraudQuery", { bearer: sender, query: { account: "@somebody" } });
  await pass("antiFraudReport", { bearer: sender, body: { account: "@somebody", reason: "asks for keys" } });

  // Wallets.
  const contract = Wallet.createRandom().address;
  chainState.contracts.add(contract);
  const wallet = Wallet.createRandom() as unknown as Wallet;
  const other = Wallet.createRandom() as unknown as Wallet;
  const type = "ETH";
  await refuse("walletBalance", "walletNotBound", { bearer: sender, query: { coinType: "eth" } });
  await refuse("sendRedEnvelope", "walletNotBound", {
    bearer: sender,
    body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01" },
  });
  const bound = await bindTyped(sender, wallet);
  await refuse("bindWallet", "walletLimitReached", { bearer: sender, body: { type, address: other.address } });
  await refuse("bindWallet", "coinNotEnabled", {
    bearer: sender,
    body: { type: "Solana", address: "11111111111111111111111111111112" },
  });
  for (const call of ["bindWallet", "walletChallenge"] as const) {
    await refuse(call, "walletUnsupported", { bearer: claimers[0], body: { type, address: contract } });
    chainState.isChainDown = true;
    await refuse(call, "chainUnavailable", { bearer: claimers[0], body: { type, address: other.address } });
    chainState.isChainDown = false;
  }
  await refuse("walletChallenge", "coinNotEnabled", { bearer: sender, body: { type: "Ton", address: "EQ" } });
  const foreignProof = await makeProof({ bearer: sender }, other, wallet.address);
  await refuse("bindWallet", "walletAddressMismatch", {
    bearer: sender,
    body: { type, address: wallet.address, proof: foreignProof },
  });
  const ownProof = await makeProof({ bearer: sender }, wallet, wallet.address);
  chainState.wrongClocks.add(wallet.address);
  await refuse("bindWallet", "deviceClockWrong", {
    bearer: sender,
    body: { type, address: wallet.address, proof: ownProof },
  });
  chainState.wrongClocks.delete(wallet.address);
  await refuse("bindWallet", "notFound", {
    bearer: sender,
    body: { type, address: wallet.address, proof: { challengeId: UNKNOWN_ID, signature: "0x00" } },
  });
  await refuse("unbindWallet", "notFound", { bearer: sender, body: { walletId: UNKNOWN_ID } });
  await pass("unbindWallet", { bearer: sender, body: { walletId: bound.walletId } });
  await bindTyped(sender, wallet);

  // Sending.
  const small = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01", passphrase: "red lantern" };
  await refuse("sendRedEnvelope", "insufficientBalance", { bearer: sender, body: small });
  chainState.balances.set(wallet.address, 100n * ETHER);
  await pass("walletBalance", { bearer: sender, query: { coinType: "eth" } });
  await pass("depositInfo", { bearer: sender, query: { coinType: "eth" } });
  await refuse("depositInfo", "coinNotEnabled", { bearer: sender, query: { coinType: "sol" } });
  const paidIn = { coinType: "eth", amount: "0.5", from: wallet.address };
  const { chains } = world.app;
  const named: Chain = { ...chain, createReference: (random) => Buffer.from(random.bytes(8)).toString("hex") };
  world.app.chains = { eth: { facts: named, state: "ready", chain: named } };
  await pass("depositRequest", { bearer: sender, query: paidIn });
  await refuse("depositRequest", "invalidRequest", { bearer: sender, query: { ...paidIn, amount: "0.0000001" } });
  await refuse("depositRequest", "invalidRequest", { bearer: sender, query: { ...paidIn, from: "0xnobody" } });
  await refuse("depositRequest", "coinNotEnabled", { bearer: sender, query: { ...paidIn, coinType: "sol" } });
  world.app.chains = { eth: { facts: chain, state: "away", chain: null } };
  await refuse("depositInfo", "chainUnavailable", { bearer: sender, query: { coinType: "eth" } });
  await refuse("depositRequest", "chainUnavailable", { bearer: sender, query: paidIn });
  world.app.chains = chains;
  await refuse("walletBalance", "coinNotEnabled", { bearer: sender, query: { coinType: "sol" } });
  await refuse("walletBalance", "notFound", { bearer: sender, query: { coinType: "eth", orderId: UNKNOWN_ID } });
  await refuse("sendRedEnvelope", "coinNotEnabled", { bearer: sender, body: { ...small, coinType: "sol" } });
  await refuse("sendRedEnvelope", "notFound", { bearer: sender, body: { ...small, chatIds: ["-100123"] } });
  const toMembers = { ...small, passphrase: undefined, claimRule: "members" };
  await addOwnGroup(world);
  await refuse("sendRedEnvelope", "invalidRequest", { bearer: sender, body: toMembers });
  await refuse("sendRedEnvelope", "botNotAdministrator", {
    bearer: sender,
    body: { ...toMembers, chatIds: [String(GROUP_ID)] },
  });
  chainState.isChainDown = true;
  await refuse("sendRedEnvelope", "balanceUnavailable", { bearer: sender, body: small });
  await refuse("walletBalance", "balanceUnavailable", { bearer: sender, query: { coinType: "eth" } });
  chainState.isChainDown = false;
  chainState.contracts.add(wallet.address);
  await refuse("sendRedEnvelope", "walletUnsupported", { bearer: sender, body: small });
  chainState.contracts.delete(wallet.address);
  await markMissingMoney(world, true);
  await refuse("sendRedEnvelope", "serviceUnavailable", { bearer: sender, body: small });
  await markMissingMoney(world, false);
  const key = { "idempotency-key": "once" };
  await pass("sendRedEnvelope", { bearer: sender, body: small, headers: key });
  await refuse("sendRedEnvelope", "idempotencyConflict", {
    bearer: sender,
    body: { ...small, count: 2 },
    headers: key,
  });
  const crowd = await world.logIn(1002);
  const crowdWallet = Wallet.createRandom();
  await bindTyped(crowd, crowdWallet);
  chainState.balances.set(crowdWallet.address, 100n * ETHER);
  for (let unpaid = 0; unpaid < 20; unpaid++) await send(crowd);
  await refuse("sendRedEnvelope", "tooManyTries", { bearer: crowd, body: small });

  // Orders, on the payment page too.
  const lucky = await send(sender);
  const own = await send(sender, { type: "ordinary", passphrase: "own envelope" });
  const late = await send(sender, { passphrase: "too late for this" });
  const unpaid = await send(sender, { passphrase: "never paid for" });
  const cancelled = await send(sender, { passphrase: "cancelled again" });
  const { externalPaymentCode: code } = await pass<Schemas["PaymentCode"]>("paymentCode", { bearer: sender });
  await pass("unpaidList", { code });
  await refuse("paymentCode", "coinNotEnabled", { bearer: sender, body: { proveType: "Solana" } });
  const { externalPaymentCode: provingCode } = await pass<Schemas["PaymentCode"]>("paymentCode", {
    bearer: sender,
    body: { proveType: "ETH" },
  });
  await pass("proofRequest", { code: provingCode });
  await refuse("proofRequest", "paymentCodeMissing", { bearer: sender });
  await refuse("unpaidList", "paymentCodeInvalid", { code: provingCode });
  // The payment page says what an order is worth.
  await pass("coinPrice", { code });
  const orderQuery = { orderId: lucky.orderId };
  await pass("orderDetail", { code, query: orderQuery });
  const { handoffUrl } = await pass<Schemas["Handoff"]>("handoffCode", { code, body: orderQuery });
  await pass("redeemHandoff", { body: { handoffCode: new URL(handoffUrl).hash.replace("#handoff=", "") } });
  await refuse("redeemHandoff", "paymentCodeInvalid", { body: { handoffCode: "unknown" } });
  await refuse("handoffCode", "notFound", { bearer: sender, body: { orderId: UNKNOWN_ID } });
  await refuse("orderDetail", "notFound", { bearer: sender, query: { orderId: UNKNOWN_ID } });
  await pass("systemHistory", { bearer: sender, query: orderQuery });
  await refuse("systemHistory", "notFound", { bearer: sender, query: { orderId: UNKNOWN_ID } });
  await refuse("systemHistory", "invalidRequest", { bearer: sender });
  await pass("paymentRequest", { code, query: orderQuery });
  await refuse("paymentRequest", "notFound", { bearer: crowd, query: orderQuery });
  chainState.isChainDown = true;
  await refuse("paymentRequest", "chainUnavailable", { code, query: orderQuery });
  chainState.isChainDown = false;
  chainState.contracts.add(wallet.address);
  await refuse("paymentRequest", "walletUnsupported", { code, query: orderQuery });
  chainState.contracts.delete(wallet.address);
  await pass("walletBalance", { code, query: { coinType: "eth", orderId: lucky.orderId } });
  await refuse("walletChallenge", "walletAddressMismatch", { code, body: { type, address: other.address } });
  await pass("bindWallet", { code, body: { type, address: wallet.address, proof: await makeProof({ code }, wallet) } });
  await refuse("bindWallet", "walletAlreadyBound", { bearer: claimers[0], body: { type, address: wallet.address } });
  await refuse("payFromBalance", "securityCodeRequired", {
    bearer: sender,
    body: { orderId: lucky.orderId, securityCode: "Abcdefg1" },
  });
  await refuse("cancelOrder", "notFound", { bearer: sender, body: { orderId: UNKNOWN_ID } });
  await pass("cancelOrder", { code, body: { orderId: cancelled.orderId } });
  await refuse("handoffCode", "orderNotPayable", { bearer: sender, body: { orderId: cancelled.orderId } });
  await refuse("paymentRequest", "orderNotPayable", { bearer: sender, query: { orderId: cancelled.orderId } });
  await refuse("submitPayment", "orderNotPayable", {
    bearer: sender,
    body: { orderId: cancelled.orderId, txHash: TX_HASH },
  });
  await refuse("submitPayment", "notFound", { bearer: sender, body: { orderId: UNKNOWN_ID, txHash: TX_HASH } });
  let lateHash = "";
  for (const { orderId } of [lucky, own, late]) {
    const txHash = chain.pay(wallet.address, ETHER / 20n);
    lateHash = txHash;
    await pass("submitPayment", { code, body: { orderId, txHash }, headers: { "idempotency-key": `pay ${orderId}` } });
  }
  await refuse("submitPayment", "idempotencyConflict", {
    code,
    body: { orderId: lucky.orderId, txHash: TX_HASH },
    headers: { "idempotency-key": `pay ${lucky.orderId}` },
  });
  await reopenAnswers(world);
  const reported = { orderId: late.orderId, txHash: lateHash };
  const letTimePass = hurryTime();
  await Promise.all([
    refuse("sendRedEnvelope", "serviceUnavailable", { bearer: sender, body: small, headers: key }),
    refuse("submitPayment", "serviceUnavailable", {
      code,
      body: reported,
      headers: { "idempotency-key": `pay ${late.orderId}` },
    }),
  ]);
  letTimePass();
  await watcher.poll();
  await refuse("cancelOrder", "orderNotPayable", { bearer: sender, body: { orderId: lucky.orderId } });

  // Claiming.
  const right = { passphrase: "Red  Lantern ", envelopeId: lucky.envelopeId };
  await refuse("acceptRedEnvelope", "ownEnvelope", {
    bearer: sender,
    body: { passphrase: "own envelope", envelopeId: own.envelopeId },
  });
  await pass("acceptRedEnvelope", { bearer: claimers[0], body: right });
  await pass("acceptRedEnvelope", { bearer: claimers[1], body: right });
  await refuse("acceptRedEnvelope", "soldOut", { bearer: claimers[2], body: right });
  for (let wrong = 0; wrong < 10; wrong++) {
    await refuse("acceptRedEnvelope", "wrongPassphrase", {
      bearer: crowd,
      body: { ...right, passphrase: "wrong lantern" },
    });
  }
  await refuse("acceptRedEnvelope", "tooManyTries", { bearer: crowd, body: right });

  await pass("thankSender", { bearer: claimers[0], body: { envelopeId: lucky.envelopeId, reaction: "heart" } });
  await refuse("thankSender", "notFound", {
    bearer: claimers[0],
    body: { envelopeId: UNKNOWN_ID, reaction: null },
  });
  // Claiming as a member.
  world.ledChats.add(GROUP_ID);
  const tapped = await send(sender, { passphrase: undefined, claimRule: "members", chatIds: [String(GROUP_ID)] });
  // An order of the same amount waits beside it.
  const tappedHash = chain.pay(wallet.address, ETHER / 20n);
  await pass("submitPayment", { bearer: sender, body: { orderId: tapped.orderId, txHash: tappedHash } });
  await watcher.poll();
  await pass("acceptRedEnvelope", { bearer: claimers[0], body: { envelopeId: tapped.envelopeId } });
  // Entering a draw for all.
  const forAll = { passphrase: "lantern for all", drawRule: "together", drawWindowS: 15 };
  const drawn = await send(sender, forAll);
  const drawnHash = chain.pay(wallet.address, ETHER / 20n);
  await pass("submitPayment", { bearer: sender, body: { orderId: drawn.orderId, txHash: drawnHash } });
  await watcher.poll();
  const entering = { passphrase: forAll.passphrase, envelopeId: drawn.envelopeId };
  await pass("acceptRedEnvelope", { bearer: claimers[1], body: entering });
  await pass("entry", { bearer: claimers[1], query: { envelopeId: drawn.envelopeId } });
  await refuse("entry", "notFound", { bearer: claimers[0], query: { envelopeId: drawn.envelopeId } });
  await pass("evidence", { bearer: sender, query: { envelopeId: drawn.envelopeId } });
  await refuse("evidence", "notFound", { bearer: claimers[0], query: { envelopeId: drawn.envelopeId } });
  await pass("drawRoot", { query: { round: 1 } });
  await pass("drawKeys", {});
  world.outsiders.add(`${GROUP_ID}:2003`);
  await refuse("acceptRedEnvelope", "membersOnly", { bearer: claimers[2], body: { envelopeId: tapped.envelopeId } });
  world.silentChats.add(GROUP_ID);
  world.advance(60_000);
  await refuse("chatList", "serviceUnavailable", { bearer: sender });
  world.silentChats.delete(GROUP_ID);

  // Records.
  await pass("claimDetail", { bearer: sender, query: { envelopeId: lucky.envelopeId, limit: 1 } });
  await refuse("claimDetail", "notFound", { bearer: sender, query: { envelopeId: UNKNOWN_ID } });
  await pass("envelopeFairness", { bearer: claimers[0], query: { envelopeId: lucky.envelopeId } });
  await refuse("envelopeFairness", "notFound", { bearer: sender, query: { envelopeId: UNKNOWN_ID } });
  for (const bearer of [sender, ...claimers]) {
    for (const call of ["history", "allSendRecords"] as const) await pass(call, { bearer });
    for (const call of ["accountAmountInfo", "claimStaticBashboard"] as const)
      await pass(call, { bearer, query: { coinType: "eth" } });
  }
  await pass("requestChat", { bearer: sender });
  await pass("chatRights", { bearer: sender, query: { chatIds: `${GROUP_ID},${GROUP_ID}` } });
  await refuse("chatRights", "notFound", { bearer: sender, query: { chatIds: "-100123" } });
  await pass("chatSize", { bearer: sender, query: { chatId: String(GROUP_ID) } });
  await refuse("chatSize", "notFound", { bearer: sender, query: { chatId: "-100123" } });
  await pass("shareEnvelope", { bearer: sender, body: { envelopeId: late.envelopeId } });
  await refuse("shareEnvelope", "notFound", { bearer: claimers[0], body: { envelopeId: late.envelopeId } });
  await refuse("shareEnvelope", "notAvailable", { bearer: sender, body: { envelopeId: unpaid.envelopeId } });
  await refuse("closeEnvelope", "notFound", { bearer: claimers[0], body: { envelopeId: late.envelopeId } });
  await refuse("closeEnvelope", "notAvailable", { bearer: sender, body: { envelopeId: late.envelopeId } });

  await guardAccount(world);
  await leave(world, claimers[0]);
  const payoutIds = await spendMoney(world);

  await makeStatements.run(world.app, new AbortController().signal);
  expect((await pass<{ total: number }>("solvency")).total).toBe(1);
  const proof = await pass<{ leaves: unknown[] } | null>("solvencyProof", {
    bearer: claimers[1],
    query: { coinType: "eth" },
  });
  expect(proof?.leaves).toHaveLength(4);

  // Limits.
  await provokeLimits(world);

  // A frozen envelope.
  await freezeEnvelope(world, late.envelopeId, true);
  await refuse("acceptRedEnvelope", "serviceUnavailable", {
    bearer: claimers[0],
    body: { passphrase: "too late for this", envelopeId: late.envelopeId },
  });
  await refuse("closeEnvelope", "serviceUnavailable", { bearer: sender, body: { envelopeId: late.envelopeId } });
  await freezeEnvelope(world, late.envelopeId, false);

  world.advance(600_000);
  await pass("closeEnvelope", { bearer: sender, body: { envelopeId: late.envelopeId } });

  // A day later.
  world.advance(86_400_000);
  await refuse("acceptRedEnvelope", "envelopeExpired", {
    bearer: claimers[0],
    body: { passphrase: "too late for this", envelopeId: late.envelopeId },
  });

  // Live records for the requests that follow.
  const open = await send(sender, { count: 100, totalAmount: "1", passphrase: "open for all" });
  chain.pay(wallet.address, ETHER);
  await watcher.poll();
  const waiting = [await send(sender), await send(sender)];
  const paid = await pass<Schemas["PaymentCode"]>("paymentCode", { bearer: sender });
  const rich: string[] = [];
  for (const tgUserId of [5001, 5002, 5003, 5004]) {
    const bearer = await world.logIn(tgUserId);
    const { address } = Wallet.createRandom();
    await bindTyped(bearer, { address });
    chainState.balances.set(address, 100n * ETHER);
    rich.push(bearer);
  }
  const wallets = await pass<{ items: Schemas["Wallet"][] }>("walletList", { bearer: sender });
  const sent = [lucky, own, late, unpaid, open, ...waiting];
  return {
    bearers: [sender, crowd, ...claimers, ...rich],
    revokedBearer: await logOut(world),
    paymentCodes: [paid.externalPaymentCode],
    values: {
      envelopeId: () => sent.map(({ envelopeId }) => envelopeId),
      orderId: () => sent.map(({ orderId }) => orderId),
      passphrase: () => ["open for all", "red lantern", "own envelope"],
      payoutId: () => payoutIds,
      walletId: () => wallets.items.map(({ walletId }) => walletId),
      address: () => [wallet.address, other.address, other.address.toLowerCase()],
      coinType: () => ["eth"],
      totalAmount: () => ["0.05", "0.000002"],
      txHash: () => [TX_HASH],
      email: () => ["new@example.com", "other@example.com"],
      securityCode: () => ["Abcdefg1"],
      newSecurityCode: () => ["Abcdefg1"],
      initData: () => [world.makeInitData(3001)],
    },
  };
}

/** A group of the sender in which the bot is no administrator yet. */
async function addOwnGroup({ app }: World): Promise<void> {
  await rememberChat(app, { chatId: GROUP_ID, title: "Friday lunch", isBotMember: true });
  await linkChat(app, 1001n, formatChatStartParam(app.config.appSecrets, GROUP_ID));
}

/** Sets an email and a security code, and changes and recovers them, with everything that can go wrong. */
async function guardAccount(world: World): Promise<void> {
  const first = "first@example.com";
  const second = "second@example.com";
  const [code, nextCode] = ["Abcdefg1", "Bcdefgh2"];
  const bearer = await world.logIn(6001);
  const ask = async (operationId: OperationId, body: object) => await world.ask(operationId, { bearer, body });
  const pass = async (operationId: OperationId, body: object) =>
    expect(await ask(operationId, body), operationId).toMatchObject({ error: null });
  const refuse = async (operationId: OperationId, error: ErrorKey, body: object) =>
    expect(await ask(operationId, body), operationId).toMatchObject({ error });
  const mail = { purpose: "updateEmail", email: first };
  const isWrong = (verificationCode: string) => (verificationCode === "000000" ? "000001" : "000000");

  await refuse("changeSecurityCode", "emailRequired", { newSecurityCode: code });
  await refuse("recoverSecurityCode", "emailRequired", { newSecurityCode: code, verificationCode: "000000" });
  await refuse("sendVerificationCode", "emailRequired", { purpose: "recoverSecurityCode" });
  await refuse("updateEmail", "verificationCodeExpired", { email: first, verificationCode: "000000" });
  world.breakMail(true);
  await refuse("sendVerificationCode", "serviceUnavailable", mail);
  world.breakMail(false);
  await pass("sendVerificationCode", mail);
  await refuse("sendVerificationCode", "tooManyTries", mail);
  const sent = world.readMailedCode(first);
  await refuse("updateEmail", "wrongVerificationCode", { email: first, verificationCode: isWrong(sent) });
  await pass("updateEmail", { email: first, verificationCode: sent });
  world.advance(60_000);
  await refuse("sendVerificationCode", "sameEmail", mail);
  await refuse("updateEmail", "sameEmail", { email: first, verificationCode: sent });
  await pass("changeSecurityCode", { newSecurityCode: code });

  const wallet = { type: "ETH", address: Wallet.createRandom().address };
  await pass("bindWallet", { ...wallet, securityCode: code });
  const guarded: readonly (readonly [OperationId, object])[] = [
    ["bindWallet", wallet],
    ["unbindWallet", { walletId: UNKNOWN_ID }],
    ["updateEmail", { email: second, verificationCode: sent }],
    ["changeSecurityCode", { newSecurityCode: nextCode }],
    ["deleteAccount", {}],
  ];
  for (const [operationId, body] of guarded) {
    await refuse(operationId, "securityCodeRequired", body);
    await refuse(operationId, "wrongSecurityCode", { ...body, securityCode: nextCode });
  }
  for (const [operationId, body] of guarded) {
    await refuse(operationId, "securityCodeLocked", { ...body, securityCode: code });
  }

  const recovery = { purpose: "recoverSecurityCode" };
  await pass("sendVerificationCode", recovery);
  const recovering = world.readMailedCode(first);
  await refuse("recoverSecurityCode", "wrongVerificationCode", {
    newSecurityCode: nextCode,
    verificationCode: isWrong(recovering),
  });
  await pass("recoverSecurityCode", { newSecurityCode: nextCode, verificationCode: recovering });
  await refuse("recoverSecurityCode", "verificationCodeExpired", {
    newSecurityCode: code,
    verificationCode: recovering,
  });
  await pass("changeSecurityCode", { newSecurityCode: code, securityCode: nextCode });
}

/** Marks money as missing, like the comparison of ledger and chain. */
export async function markMissingMoney({ app }: World, isMissing: boolean): Promise<void> {
  const { kysely } = app.database;
  const mark = nameMissing("eth");
  await (isMissing ? addState(kysely, mark, "1") : clearState(kysely, mark));
}

async function freezeEnvelope({ app }: World, envelopeId: string, isFrozen: boolean): Promise<void> {
  const decision = { scope: FREEZE_SCOPES.envelope(envelopeId), operator: "ann", reason: "a test", isDryRun: false };
  await (isFrozen ? freeze(app, decision) : unfreeze(app, decision));
}

/** A person above the limit of all calls is refused each of them; one who logs in too often cannot log in. */
async function provokeLimits(world: World): Promise<void> {
  const busy = await world.logIn(1003);
  // Sessions made at the same instant have no order, so the clock moves on first.
  world.advance(1);
  const launch = { body: { initData: world.makeInitData(1003) } };
  let answer = await world.ask("telegramAuth", launch);
  while (answer.status === 200) answer = await world.ask("telegramAuth", launch);
  expect(answer).toMatchObject({ error: "tooManyTries" });

  const guess = { body: { handoffCode: "unknown" } };
  answer = await world.ask("redeemHandoff", guess);
  while (answer.error === "paymentCodeInvalid") answer = await world.ask("redeemHandoff", guess);
  expect(answer).toMatchObject({ error: "tooManyTries" });

  const patient = await world.logIn(1004);
  answer = await world.ask("getLang", { bearer: patient });
  while (answer.status === 200) answer = await world.ask("getLang", { bearer: patient });
  for (const [operationId, { security }] of world.contract) {
    if (security.length === 0) continue;
    expect(await world.ask(operationId, { bearer: patient }), operationId).toMatchObject({ error: "tooManyTries" });
  }
  expect(await world.ask("getLang", { bearer: busy })).toMatchObject({ code: 61 });
}

/** Makes answered calls look as if another process were still handling them. */
export async function reopenAnswers(world: World): Promise<void> {
  const running = { token: "another process", response: null, renewed_at: world.app.clock.now() };
  await world.app.database.kysely.updateTable("idempotency_key").set(running).execute();
}

/** Deletes an account that owes nothing; one that does stays. */
async function leave(world: World, debtor: string): Promise<void> {
  const bearer = await world.logIn(4003);
  expect(await world.ask("accountDeletion", { bearer })).toMatchObject({ data: { obstacles: [] } });
  expect(await world.ask("deleteAccount", { bearer, body: {} })).toMatchObject({ error: null });
  expect(await world.ask("getUserInfo", { bearer })).toMatchObject({ error: "unauthorized" });
  const launch = { body: { initData: world.makeInitData(4003) } };
  expect(await world.ask("telegramAuth", launch)).toMatchObject({ error: "notAvailable" });
  const leaver = 4004;
  await world.logIn(leaver);
  const setLeaving = (pseudonym: bigint | null) =>
    world.app.database.kysely
      .updateTable("tg_user")
      .set({ leaving_as: pseudonym })
      .where("tg_user_id", "=", BigInt(leaver))
      .execute();
  await setLeaving(2n ** 52n);
  const again = { body: { initData: world.makeInitData(leaver) } };
  expect(await world.ask("telegramAuth", again)).toMatchObject({ error: "serviceUnavailable" });
  await setLeaving(null);
  expect(await world.ask("deleteAccount", { bearer: debtor, body: {} })).toMatchObject({ error: "notAvailable" });
}

async function logOut(world: World): Promise<string> {
  const bearer = await world.logIn(4001);
  expect(await world.ask("telegramLogout", { bearer })).toMatchObject({ status: 200 });
  return bearer;
}

/** Every call, without authority and with an invalid request. */
async function refuseStrangers(world: World): Promise<void> {
  const bearer = await world.logIn(4002);
  const revoked = await logOut(world);
  for (const [operationId, { method, errors, security }] of world.contract) {
    const expectError = async (error: ErrorKey, ask: Ask) => {
      if (errors.includes(error)) expect(await world.ask(operationId, ask), operationId).toMatchObject({ error });
    };
    await expectError("unauthorized", {});
    await expectError("sessionRevoked", { bearer: revoked });
    await expectError("paymentCodeMissing", { code: "" });
    if (security.includes("paymentCode")) await expectError("paymentCodeInvalid", { code: UNKNOWN_ID });
    const wrong =
      method === "GET" ? { query: BROKEN_QUERY } : { body: "no JSON", headers: { "content-type": "text/plain" } };
    await expectError("invalidRequest", security.length === 0 ? wrong : { bearer, ...wrong });
  }
}
