import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { claimShares } from "#server/envelopes/claim/claimShares.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { addressOf, addUsers, bindWallet, claim, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { sendNotifications } from "./notifications.ts";
import { GAP_MS, MAX_WAITING } from "#server/outbox/queues.ts";
import { queueNotification } from "./queueNotification.ts";
import { formatAppLink } from "./startParams.ts";

const SENDER = 1n;
const OTHERS = [2n, 3n, 4n, 5n];

let database: Database;
let app: TestApp;
/** The sender's messages, in order. */
let messages: { html: string; url: string | undefined }[];

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "claim news");
  app.telegram = {
    ...app.telegram,
    sendMessage: (_, { html, button }) => {
      messages.push({ html, url: button?.url });
      return Promise.resolve({ kind: "sent", messageId: 1n });
    },
  };
  await addUsers(app, [SENDER, ...OTHERS]);
  await bindWallet(app, SENDER);
  app.world.balances.set(addressOf(SENDER), 10n ** 21n);
});
afterAll(() => database.close());
beforeEach(async () => {
  messages = [];
  await database.kysely.deleteFrom("letter").where("queue", "=", "notification").execute();
  await allow({ allows_write_to_pm: true, allows_notifications: true });
});

const allow = (change: { allows_write_to_pm?: boolean; allows_notifications?: boolean }) =>
  database.kysely.updateTable("tg_user").set(change).where("tg_user_id", "=", SENDER).execute();

/** Its opening is told as well; what claims tell comes after that. */
async function open(body: Parameters<typeof openEnvelope>[2] = {}) {
  const opened = await openEnvelope(app, SENDER, body);
  await database.kysely.deleteFrom("letter").where("queue", "=", "notification").where("kind", "=", "live").execute();
  return opened;
}

async function deliver(): Promise<void> {
  for (let second = 0; second < 5; second += 1) {
    app.clock.advance(1000);
    await sendNotifications.run(app, new AbortController().signal);
  }
}

it("the sender is notified of the first and of the last claim, once each, however many claim at once and again", async () => {
  const { envelopeId, passphrase } = await open({
    type: "ordinary",
    totalAmount: "0.04",
    count: 4,
  });
  const tries = [...OTHERS, ...OTHERS].map((person) => claim(app, person, passphrase, envelopeId));
  await Promise.all(tries);
  await Promise.all(OTHERS.map((person) => claim(app, person, passphrase, envelopeId)));
  await deliver();
  const url = formatAppLink(app, `d_${envelopeId}`);
  expect(messages).toEqual([
    {
      html: expect.stringMatching(/Person [2-5]\u2069 was the first to open your red envelope and got 0\.01 ETH\.$/u),
      url,
    },
    { html: expect.stringMatching(/all 4 shares are claimed\. \u2068Person [2-5]\u2069 took the last one\.$/u), url },
  ]);
});

it.each([
  ["both", 0, ["firstClaim", "lastClaim"]],
  ["the first one alone", MAX_WAITING - 1, ["firstClaim"]],
] as const)(
  "the first and the last claim of one batch are told one after the other: %s where %i wait",
  async (_, waitingCount, told) => {
    const waits = Array.from(
      { length: waitingCount },
      (_unused, place) => new Date(app.clock.now().getTime() + place * GAP_MS),
    );
    for (const at of waits) {
      await database.kysely
        .insertInto("letter")
        .values(makeLetter("notification", `waiting ${at.getTime()}`, at, { taker: String(SENDER) }))
        .execute();
    }
    const { envelopeId } = await open({ count: 2 });
    const asks = OTHERS.slice(0, 2).map((tgUserId) => ({ envelopeId, tgUserId, claimId: `${envelopeId}-${tgUserId}` }));
    await Promise.all(asks.map((ask) => claimShares(database, { ...ask, at: app.clock.now() })));
    const waiting = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "notification")
      .select(["kind", "due_at"])
      .orderBy("due_at")
      .execute();
    expect(waiting.slice(waitingCount)).toEqual(
      told.map((kind, place) => ({
        kind,
        due_at: new Date(app.clock.now().getTime() + (waitingCount + place) * GAP_MS),
      })),
    );
  },
);

it("an envelope with one share causes one message", async () => {
  const { envelopeId, passphrase } = await open({
    type: "ordinary",
    totalAmount: "0.01",
    count: 1,
  });
  await claim(app, 2n, passphrase, envelopeId);
  await deliver();
  expect(messages.map(({ html }) => html)).toEqual([
    "🧧 \u2068Person 2\u2069 opened your red envelope and got 0.01 ETH.",
  ]);
});

it("a sender gets no message about their own first claim, but one about the end", async () => {
  const { envelopeId, passphrase } = await open({ count: 2 });
  await claim(app, SENDER, passphrase, envelopeId);
  await claim(app, 2n, passphrase, envelopeId);
  await deliver();
  expect(messages.map(({ html }) => html)).toEqual([expect.stringContaining("all 2 shares are claimed")]);
});

it.each([{ allows_write_to_pm: false }, { allows_notifications: false }])(
  "nothing is written, and the claim goes on, to who has %j",
  async (change) => {
    await allow(change);
    const { envelopeId, passphrase } = await open({ count: 2 });
    const result = await claim(app, 2n, passphrase, envelopeId);
    expect(result.alreadyClaimed).toBe(false);
    await deliver();
    expect(messages).toEqual([]);
    expect(
      await database.kysely.selectFrom("letter").where("queue", "=", "notification").select("kind").execute(),
    ).toEqual([]);
  },
);

it("writes amounts as the person's language writes numbers", async () => {
  await database.kysely.updateTable("tg_user").set({ lang: "vi" }).where("tg_user_id", "=", SENDER).execute();
  await database.kysely.transaction().execute((trx) =>
    queueNotification(trx, app, {
      tgUserId: SENDER,
      kind: "payoutRefused",
      params: { amount: "1234.5", fee: "0.02", coinType: "eth", payoutId: "p1" },
    }),
  );
  await deliver();
  await database.kysely.updateTable("tg_user").set({ lang: "en" }).where("tg_user_id", "=", SENDER).execute();
  expect(messages.map(({ html }) => html)).toEqual([
    expect.stringMatching(/1\.234,5 ETH \(Ethereum\).* 0,02 ETH \(Ethereum\)/u),
  ]);
});
