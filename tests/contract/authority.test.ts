import { Wallet } from "ethers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { components } from "#contract/schema.d.ts";
import type { OperationId } from "#contract/operations.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { linkChat, rememberChat } from "#server/messenger/chats.ts";
import { formatChatStartParam } from "#server/messenger/startParams.ts";
import { type Ask, createWorld, type World } from "./world.ts";

const CODE = "Abcdefg1";
const CHAT_ID = -1009n;
const PASSPHRASE = "red lantern";
const ENVELOPE = { type: "ordinary", coinType: "eth", count: 3, totalAmount: "0.03", passphrase: PASSPHRASE };
/** Parameters of calls that hold the id of something that belongs to a person. */
const OWNED_ID = /"((?:envelope|order|wallet|payout|quote|challenge|chat)Ids?)":/u;

type Schemas = components["schemas"];

interface Ids {
  envelopeId: string;
  orderId: string;
  walletId: string;
  quoteId: string;
  payoutId: string;
  proof: object;
}

/** What is asked, and what owner, claimer and stranger get: an error, or what they see. */
type Row = readonly [ask: (ids: Ids) => Ask, owner: unknown, claimer: unknown, stranger: unknown];

const owner = Wallet.createRandom();
const keepOwn = (ask: Row[0], refusal = "notFound"): Row => [ask, "ok", refusal, refusal];
const askOrder = ({ orderId }: Ids): Ask => ({ query: { orderId } });
const ofOrder = (more: object = {}) => keepOwn(({ orderId }) => ({ body: { orderId, ...more } }));
const askEnvelope = ({ envelopeId }: Ids): Ask => ({ query: { envelopeId } });
const askClaim = ({ envelopeId }: Ids): Ask => ({ body: { envelopeId, passphrase: PASSPHRASE } });

/** In the order in which it happens. */
const ROWS: Partial<Record<OperationId, Row>> = {
  claimDetail: [askEnvelope, [PASSPHRASE, 1, true], [null, 1, false], [null, 0, false]],
  envelopeFairness: [askEnvelope, "hidden", "hidden", "hidden"],
  entry: [askEnvelope, "notFound", "notFound", "notFound"],
  evidence: [askEnvelope, "notFound", "notFound", "notFound"],
  shareEnvelope: keepOwn(({ envelopeId }) => ({ body: { envelopeId } })),
  closeEnvelope: [({ envelopeId }) => ({ body: { envelopeId } }), "notAvailable", "notFound", "notFound"],
  thankSender: [({ envelopeId }) => ({ body: { envelopeId, reaction: "clap" } }), "notFound", "ok", "notFound"],
  acceptRedEnvelope: [askClaim, "ownEnvelope", "already claimed", "ok"],
  sendRedEnvelope: keepOwn(() => ({ body: { ...ENVELOPE, chatIds: [String(CHAT_ID)] } })),
  chatRights: keepOwn(() => ({ query: { chatIds: String(CHAT_ID) } })),
  chatSize: keepOwn(() => ({ query: { chatId: String(CHAT_ID) } })),
  orderDetail: keepOwn(askOrder),
  systemHistory: keepOwn(askEnvelope),
  paymentRequest: keepOwn(askOrder),
  walletBalance: keepOwn(({ orderId }) => ({ query: { coinType: "eth", orderId } })),
  handoffCode: ofOrder(),
  submitPayment: ofOrder({ txHash: `0x${"ab".repeat(32)}` }),
  payFromBalance: ofOrder({ securityCode: CODE }),
  cancelOrder: ofOrder(),
  payouts: [({ payoutId }) => ({ query: { payoutId } }), 1, 0, 0],
  payout: keepOwn(({ quoteId }) => ({ body: { quoteId, securityCode: CODE } }), "quoteExpired"),
  cancelPayout: keepOwn(({ payoutId }) => ({ body: { payoutId } })),
  bindWallet: keepOwn(({ proof }) => ({ body: { type: "ETH", address: owner.address, proof, securityCode: CODE } })),
  unbindWallet: keepOwn(({ walletId }) => ({ body: { walletId, securityCode: CODE } })),
};

type Data = Readonly<Record<string, never[] & Record<string, unknown>>>;

/** What there is to see of an answer, where "ok" does not say it. */
const SEEN: Partial<Record<OperationId, (data: Data) => unknown>> = {
  claimDetail: ({ envelope, claims }) => [envelope?.["passphrase"], claims?.length, envelope?.["life"] !== undefined],
  envelopeFairness: ({ revealed }) => (revealed === null ? "hidden" : revealed),
  acceptRedEnvelope: ({ alreadyClaimed }) => (alreadyClaimed ? "already claimed" : "ok"),
  payouts: ({ items }) => items?.length,
};

let bearers: Record<"stranger" | "claimer" | "owner", string>;
let strangerCode: string;
let shared: Omit<Ids, "orderId">;
let world: World;

async function pass<T>(operationId: OperationId, ask: Ask): Promise<T> {
  const answer = await world.ask(operationId, ask);
  expect(answer, operationId).toMatchObject({ error: null });
  return answer.data as T;
}

const prove = async (bearer: string, wallet: Pick<Wallet, "address" | "signMessage">) => {
  const body = { type: "ETH", address: wallet.address };
  const asked = await pass<{ challengeId: string; message: string }>("walletChallenge", { bearer, body });
  return { challengeId: asked.challengeId, signature: await wallet.signMessage(asked.message) };
};

/** Logs a person in who lacks nothing: neither a code, nor a proven wallet, nor money. */
async function equip(tgUserId: number, wallet: Pick<Wallet, "address" | "signMessage">) {
  const bearer = await world.logIn(tgUserId);
  const email = `person${tgUserId}@example.com`;
  await pass("sendVerificationCode", { bearer, body: { purpose: "updateEmail", email } });
  await pass("updateEmail", { bearer, body: { email, verificationCode: world.readMailedCode(email) } });
  await pass("changeSecurityCode", { bearer, body: { newSecurityCode: CODE } });
  const body = { type: "ETH", address: wallet.address, proof: await prove(bearer, wallet), securityCode: CODE };
  const { wallet: bound } = await pass<{ wallet: { walletId: string } }>("bindWallet", { bearer, body });
  world.chain.pay(wallet.address, 10n ** 18n);
  return { bearer, walletId: bound.walletId };
}

async function quote(bearer: string): Promise<string> {
  const query = { coinType: "eth", amount: "0.1" };
  return (await pass<{ quoteId: string }>("payoutQuote", { bearer, query })).quoteId;
}

async function send(bearer: string): Promise<{ envelopeId: string; orderId: string }> {
  const ask = { bearer, body: ENVELOPE };
  const sent = await pass<{ envelopes: Schemas["Envelope"][]; order: Schemas["Order"] }>("sendRedEnvelope", ask);
  return { envelopeId: sent.envelopes[0]?.envelopeId ?? "", orderId: sent.order.orderId };
}

beforeAll(async () => {
  world = await createWorld();
  const watcher = new TestWatcher(world.app, world.chain);
  await watcher.poll();
  const { bearer, walletId } = await equip(1, owner);
  const { bearer: claimer } = await equip(2, Wallet.createRandom());
  const { bearer: stranger } = await equip(3, Wallet.createRandom());
  bearers = { owner: bearer, claimer, stranger };
  await watcher.poll();
  await rememberChat(world.app, { chatId: CHAT_ID, title: "Friday lunch", isBotMember: true });
  await linkChat(world.app, 1n, formatChatStartParam(world.app.config.appSecrets, CHAT_ID));
  const { envelopeId, orderId } = await send(bearer);
  await pass("payFromBalance", { bearer, body: { orderId, securityCode: CODE } });
  await pass("acceptRedEnvelope", { bearer: claimer, body: { envelopeId, passphrase: PASSPHRASE } });
  const body = { quoteId: await quote(bearer), securityCode: CODE };
  const { payoutId } = (await pass<{ payout: { payoutId: string } }>("payout", { bearer, body })).payout;
  shared = { envelopeId, walletId, payoutId, quoteId: await quote(bearer), proof: await prove(bearer, owner) };
  ({ externalPaymentCode: strangerCode } = await pass<Schemas["PaymentCode"]>("paymentCode", { bearer: stranger }));
});
afterAll(() => world.close());

test("each call that takes an id of what somebody has is looked at", () => {
  const taking = [...world.contract.values()].filter(({ query, body }) => OWNED_ID.test(JSON.stringify([query, body])));
  expect(Object.keys(ROWS).toSorted()).toEqual(taking.map(({ operationId }) => operationId).toSorted());
});

test.each(Object.entries(ROWS) as [OperationId, Row][])("%s is for whom it is meant", async (operationId, row) => {
  const [ask, byOwner, byClaimer, byStranger] = row;
  const needsOrder = JSON.stringify(ask({ ...shared, orderId: "an order" })).includes("an order");
  // Nobody may have many unpaid ones.
  const orderId = needsOrder ? (await send(bearers.owner)).orderId : "";
  const look = async (authority: Ask) => {
    const { error, data } = await world.ask(operationId, { ...ask({ ...shared, orderId }), ...authority });
    return error ?? SEEN[operationId]?.(data as Data) ?? "ok";
  };
  // Who must not comes first, so that what they try would still work.
  const hasPage = world.contract.get(operationId)?.security.includes("paymentCode") === true;
  expect(hasPage && (await look({ code: strangerCode })), "the payment page of a stranger").not.toBe("ok");
  expect(await look({ bearer: bearers.stranger }), "a stranger").toEqual(byStranger);
  expect(await look({ bearer: bearers.claimer }), "a claimer").toEqual(byClaimer);
  expect(await look({ bearer: bearers.owner }), "the owner").toEqual(byOwner);
});
