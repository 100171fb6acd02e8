import { beforeAll, beforeEach, expect, it } from "vitest";
import { clearState } from "#server/db/jobState.ts";
import { claimShares } from "#server/envelopes/claim/claimShares.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { GAP_MS, MAX_WAITING } from "#server/outbox/queues.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { openPeople } from "#tests/support/people.ts";
import { addGroup, callAs, claim, openEnvelope, payOrder } from "#tests/support/story.ts";
import { queueNotification } from "./queueNotification.ts";
import { remindSenders } from "./remindSenders.ts";
import { formatAppLink } from "./startParams.ts";

const SENDER = 1n;
const OTHERS = [2n, 3n, 4n, 5n] as const;
const [FIRST, SECOND] = OTHERS;
const HOUR_MS = 3_600_000;
const { signal } = new AbortController();
const people = openPeople("sender news");

beforeAll(() => people.addWithSender(SENDER, ...OTHERS));
beforeEach(async () => {
  // What earlier tests opened is over.
  people.app.clock.advance(48 * HOUR_MS);
  await refundJob.run(people.app, signal);
  await people.forgetLetters();
  await clearState(people.database.kysely, "remindedUntil");
  await people.change(SENDER, { allows_write_to_pm: true, allows_notifications: true, lang: "en" });
});

const open = (count = 3) => openEnvelope(people.app, SENDER, { type: "ordinary", totalAmount: `0.0${count}`, count });
const take = (envelopeId: string, ...by: readonly bigint[]) =>
  Promise.all(by.map((person) => claim(people.app, person, "Lucky Day", envelopeId)));
const hear = async () => (await people.hear()).map(({ html }) => html);
const remind = (app = people.app) => remindSenders.run(app, signal);

it("tells once that an envelope is live, and links to it", async () => {
  const { envelopeId } = await open();
  const html = "🧧 Your red envelope of 0.03 ETH (Ethereum) is live. Shares: 3.";
  expect(await people.hear()).toEqual([{ to: SENDER, html, url: formatAppLink(people.app, `d_${envelopeId}`) }]);
});

it("tells of the envelopes of one order in one message", async () => {
  const chatIds = ["-1001", "-1002"];
  for (const chatId of chatIds) await addGroup(people.app, SENDER, BigInt(chatId));
  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01", chatIds } as const;
  const { order } = await callAs(people.app, sendRedEnvelope, SENDER, { body });
  await payOrder(people.app, SENDER, order.orderId);
  const html = "🧧 Your red envelopes are live: 2, 0.02 ETH (Ethereum) in all.";
  expect(await people.hear()).toEqual([{ to: SENDER, html, url: formatAppLink(people.app, `o_${order.orderId}`) }]);
});

it("tells of the first and of the last claim, once each, however many claim at once and again", async () => {
  const { envelopeId } = await open(4);
  await hear();
  await take(envelopeId, ...OTHERS, ...OTHERS);
  await take(envelopeId, ...OTHERS);
  const about = { to: SENDER, url: formatAppLink(people.app, `d_${envelopeId}`) };
  expect(await people.hear()).toEqual([
    { ...about, html: expect.stringMatching(/Person [2-5]\u2069 was the first to open .* and got 0\.01 ETH\.$/u) },
    {
      ...about,
      html: expect.stringMatching(/all 4 shares are claimed\. \u2068Person [2-5]\u2069 took the last one\.$/u),
    },
  ]);
});

it("tells of one share in one message, and of nobody's own first claim", async () => {
  await take((await open(1)).envelopeId, FIRST);
  expect((await hear()).slice(1)).toEqual(["🧧 \u2068Person 2\u2069 opened your red envelope and got 0.01 ETH."]);
  const { envelopeId } = await openEnvelope(people.app, SENDER, { count: 2 });
  await hear();
  await take(envelopeId, SENDER);
  await take(envelopeId, FIRST);
  expect(await hear()).toEqual([expect.stringContaining("all 2 shares are claimed")]);
});

it.each([
  ["both", 0, ["firstClaim", "lastClaim"]],
  ["the first one alone", MAX_WAITING - 1, ["firstClaim"]],
] as const)("the first and the last claim of one batch are told in turn: %s where %i wait", async (_, count, told) => {
  const { envelopeId } = await openEnvelope(people.app, SENDER, { count: 2 });
  await people.forgetLetters();
  const { kysely } = people.database;
  const at = people.app.clock.now();
  const after = (place: number) => new Date(at.getTime() + place * GAP_MS);
  const waiting = Array.from({ length: count }, (_unused, place) =>
    makeLetter("notification", `waiting ${place}`, after(place), { taker: String(SENDER) }),
  );
  if (count > 0) await kysely.insertInto("letter").values(waiting).execute();
  const asks = [FIRST, SECOND].map((tgUserId) => ({ envelopeId, tgUserId, claimId: `${envelopeId}-${tgUserId}`, at }));
  await Promise.all(asks.map((ask) => claimShares(people.database, ask)));
  const queued = await kysely.selectFrom("letter").select(["kind", "due_at"]).orderBy("due_at").execute();
  expect(queued.slice(count)).toEqual(told.map((kind, place) => ({ kind, due_at: after(count + place) })));
});

it("reminds once, an hour before the end, of shares that are left", async () => {
  for (const count of [3, 3, 1]) await take((await open(count)).envelopeId, ...[FIRST, SECOND].slice(0, count));
  await hear();
  people.app.clock.advance(23 * HOUR_MS - 60_000);
  await remind();
  expect(await hear()).toEqual([]);
  people.app.clock.advance(60_000);
  await remind();
  const reminder = "⏳ Your red envelope has one hour left. Unclaimed shares: 1 of 3.";
  expect(await hear()).toEqual([reminder, reminder]);
  people.app.clock.advance(60_000);
  await remind();
  expect(await hear()).toEqual([]);
});

it("reminds nobody twice where the job dies before it notes how far it is, nor by a clock that is off", async () => {
  const { app } = people;
  await open();
  await hear();
  app.clock.advance(23 * HOUR_MS);
  await remind({ ...app, clockGuard: { ...app.clockGuard, readTrustedTime: async () => null } });
  expect(await hear()).toEqual([]);
  await remind();
  expect(await hear()).toHaveLength(1);
  await clearState(people.database.kysely, "remindedUntil");
  await remind();
  expect(await hear()).toEqual([]);
});

it("names the best luck with the end of a draw", async () => {
  const { envelopeId } = await openEnvelope(people.app, SENDER, { count: 2 });
  await hear();
  await take(envelopeId, FIRST, SECOND);
  expect((await hear())[1]).toMatch(
    /all 2 shares are claimed\. .* took the last one\. 🏆 Best luck: \u2068Person [23]\u2069 · 0\.0\d+ ETH$/u,
  );
});

it.each(["the end of its time", "its sender"])(
  "tells how much came back, once, where it was ended by %s",
  async (by) => {
    const { envelopeId } = await open();
    await take(envelopeId, FIRST);
    await hear();
    people.app.clock.advance(by === "its sender" ? HOUR_MS : 24 * HOUR_MS);
    const end = () =>
      by === "its sender"
        ? callAs(people.app, closeEnvelope, SENDER, { body: { envelopeId } })
        : refundJob.run(people.app, signal);
    await Promise.all([end(), end()]);
    await end();
    expect(await hear()).toEqual([
      "↩️ Your red envelope is over. Unclaimed shares: 2 of 3. 0.02 ETH (Ethereum) is back in your balance.",
    ]);
  },
);

it("speaks the sender's language, and writes amounts as it writes numbers", async () => {
  await people.change(SENDER, { lang: "zh_CN" });
  await open();
  expect(await hear()).toEqual(["🧧 你的 0.03 ETH (Ethereum) 红包已经可以领取，共 3 份。"]);
  await people.change(SENDER, { lang: "vi" });
  const params = { amount: "1234.5", fee: "0.02", coinType: "eth", payoutId: "p1" };
  const letter = { tgUserId: SENDER, kind: "payoutRefused", params } as const;
  await people.database.kysely.transaction().execute((trx) => queueNotification(trx, people.app, letter));
  expect(await hear()).toEqual([expect.stringMatching(/1\.234,5 ETH \(Ethereum\).* 0,02 ETH \(Ethereum\)/u)]);
});

it.each([{ allows_write_to_pm: false }, { allows_notifications: false }])(
  "writes nothing to who has %j",
  async (has) => {
    await people.change(SENDER, has);
    const { envelopeId } = await open();
    expect(await take(envelopeId, FIRST)).toMatchObject([{ alreadyClaimed: false }]);
    people.app.clock.advance(23 * HOUR_MS);
    await remind();
    people.app.clock.advance(HOUR_MS);
    await refundJob.run(people.app, signal);
    expect([await hear(), await people.readLetters(SENDER)]).toEqual([[], []]);
  },
);
