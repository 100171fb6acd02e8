import { createHash } from "node:crypto";
import { parseEther } from "ethers";
import type { OperationId } from "#contract/operations.ts";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import type { App } from "#server/app.ts";
import type { BodyOf, Call, DataOf, Handler, QueryOf } from "#server/calls/handler.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { rememberChat } from "#server/messenger/chats.ts";
import { createPayout } from "#server/payouts/create.ts";
import { settleTransfer } from "#tests/support/settleTransfer.ts";
import { storeTransfer } from "./storeTransfer.ts";
import type { TestApp } from "./testApp.ts";

interface Asked<Op extends OperationId> {
  body?: BodyOf<Op>;
  query?: QueryOf<Op>;
  ip?: string;
  requestId?: string | null;
}

/** Calls a handler as a logged-in user, without HTTP. */
export function callAs<Op extends OperationId>(
  app: App,
  handler: Handler<Op>,
  tgUserId: bigint,
  asked: Asked<Op>,
): Promise<DataOf<Op>> {
  return call(app, handler, asked, { user: { tgUserId, sessionId: `session-${tgUserId}` }, paymentCode: null });
}

/** Calls a handler as whoever has a payment code, without HTTP. */
export function callByCode<Op extends OperationId>(
  app: App,
  handler: Handler<Op>,
  paymentCode: string | null,
  asked: Asked<Op>,
): Promise<DataOf<Op>> {
  return call(app, handler, asked, { user: null, paymentCode });
}

function call<Op extends OperationId>(
  app: App,
  handler: Handler<Op>,
  { body, query, ip = "203.0.113.7", requestId = null }: Asked<Op>,
  caller: object,
): Promise<DataOf<Op>> {
  const asked = {
    ...caller,
    bearer: null,
    query: query ?? {},
    body: body ?? null,
    requestId,
    ip,
    language: "en",
    scheme: "https",
    host: "localhost",
  };
  return handler(asked as unknown as Call<Op>, app);
}

export async function addUsers(app: App, ids: readonly bigint[]): Promise<void> {
  const at = app.clock.now();
  await app.database.kysely
    .insertInto("tg_user")
    .values(
      ids.map((id) => ({
        tg_user_id: id,
        first_name: `Person ${id}`,
        last_name: null,
        lang: "en",
        created_at: at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A checksum-free address that belongs to one user. */
export function addressOf(tgUserId: bigint): string {
  return `0x${createHash("sha256").update(String(tgUserId)).digest("hex").slice(0, 40)}`;
}

export async function bindWallet(app: App, tgUserId: bigint): Promise<void> {
  const at = app.clock.now();
  await app.database.kysely
    .insertInto("wallet")
    .values({
      wallet_id: `wallet-${tgUserId}`,
      tg_user_id: tgUserId,
      type: "ETH",
      address: addressOf(tgUserId),
      address_key: addressOf(tgUserId),
      proven_at: at,
      created_at: at,
    })
    .execute();
}

/** Accounts, of which the first has a wallet with 1,000 ETH. */
export async function addWithSender(app: TestApp, ids: readonly [bigint, ...bigint[]]): Promise<void> {
  const [sender] = ids;
  await addUsers(app, ids);
  await bindWallet(app, sender);
  app.world.balances.set(addressOf(sender), parseEther("1000"));
}

/** Puts a coin that came from outside into a user's balance, with the transfer that brought it. */
export async function giveBalance(app: App, tgUserId: bigint, amountBase: bigint): Promise<void> {
  const at = app.clock.now();
  const brought = { from_address: addressOf(tgUserId), amount_base: amountBase };
  const settled = { settled_at: at, outcome: "balance", tg_user_id: tgUserId } as const;
  await app.database.kysely.transaction().execute(async (trx) => {
    const { txHash } = await storeTransfer(app, { ...brought, ...settled }, trx);
    await postEntries(trx, {
      transactionId: `transfer:eth:${txHash}:0`,
      kind: "deposit",
      at,
      entries: [
        { account: ACCOUNTS.treasury("eth"), coinType: "eth", amountBase: -amountBase },
        { account: ACCOUNTS.user(tgUserId, "eth"), coinType: "eth", amountBase },
      ],
    });
  });
}

/** Pays an order of a user with a proven wallet in one final transfer. */
export async function payOrder(app: App, tgUserId: bigint, orderId: string): Promise<void> {
  const { amount_base } = await app.database.kysely
    .selectFrom("payment_order")
    .select("amount_base")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const tx_hash = `0x${createHash("sha256").update(orderId).digest("hex")}`;
  const transfer = await storeTransfer(app, { from_address: addressOf(tgUserId), amount_base, tx_hash });
  await app.database.kysely
    .insertInto("payment_report")
    .values({ coin_type: "eth", tx_hash, order_id: orderId, reported_at: app.clock.now() })
    .execute();
  await settleTransfer(app, transfer, addressOf(tgUserId));
}

/** A payout of 1 ETH from a user's balance to their address, that waits. Answers its id. */
export async function queuePayout(
  app: App,
  tgUserId: bigint,
  change: Partial<Parameters<typeof createPayout>[2]> = {},
): Promise<string> {
  const address = change.toAddress ?? addressOf(tgUserId);
  const asked = {
    tgUserId,
    coinType: "eth" as const,
    grossBase: 10n ** 18n,
    feeBase: 10n ** 15n,
    toAddress: address,
    toAddressKey: address,
    network: "eip155:31337",
    isAutomatic: false,
    requestId: null,
    ...change,
  };
  const payoutId = await app.database.kysely.transaction().execute((trx) => createPayout(trx, app, asked));
  if (payoutId === null) throw new Error("the balance must cover a payout");
  return payoutId;
}

type SendBody = BodyOf<"sendRedEnvelope">;

/** Sends and pays an envelope; its sender needs a bound wallet with enough on chain. */
export async function openEnvelope(app: App, tgUserId: bigint, body: Partial<SendBody> = {}) {
  const sent = await callAs(app, sendRedEnvelope, tgUserId, {
    body: { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.05", passphrase: "Lucky Day", ...body },
  });
  await payOrder(app, tgUserId, sent.order.orderId);
  const [envelope] = sent.envelopes;
  if (envelope?.passphrase == null) throw new Error("a send must answer its envelope");
  return { envelopeId: envelope.envelopeId, passphrase: envelope.passphrase, orderId: sent.order.orderId };
}

/** The group of a person, in which the bot is an administrator; its members are the person and these others. */
export async function addGroup(app: TestApp, tgUserId: bigint, chatId: bigint, members: readonly bigint[] = []) {
  await rememberChat(app, { chatId, title: `Group ${chatId}`, isBotMember: true, isBotAdministrator: true });
  await app.database.kysely
    .insertInto("chat_link")
    .values({ tg_user_id: tgUserId, chat_id: chatId, linked_at: app.clock.now() })
    .execute();
  app.world.ledChats.add(String(chatId));
  for (const member of [tgUserId, ...members]) app.world.members.add(`${chatId}:${member}`);
}

/** Sends and pays an envelope that members of a group open by a tap. */
export async function openToMembers(
  app: App,
  tgUserId: bigint,
  body: Pick<SendBody, "chatIds"> & Partial<SendBody>,
): Promise<string> {
  const sent = await callAs(app, sendRedEnvelope, tgUserId, {
    body: { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.05", claimRule: "members", ...body },
  });
  await payOrder(app, tgUserId, sent.order.orderId);
  const [envelope] = sent.envelopes;
  if (envelope === undefined) throw new Error("a send must answer its envelope");
  return envelope.envelopeId;
}

export function tap(app: App, tgUserId: bigint, envelopeId: string, ip?: string) {
  const body = { envelopeId };
  return callAs(app, acceptRedEnvelope, tgUserId, ip === undefined ? { body } : { body, ip });
}

export function claim(app: App, tgUserId: bigint, passphrase: string, envelopeId?: string, ip?: string) {
  const body = envelopeId === undefined ? { passphrase } : { passphrase, envelopeId };
  return callAs(app, acceptRedEnvelope, tgUserId, ip === undefined ? { body } : { body, ip });
}
