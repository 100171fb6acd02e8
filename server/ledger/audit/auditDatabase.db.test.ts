import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { bookMoney } from "#tests/support/bookMoney.ts";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { assignMoney } from "#server/operator/assignMoney.ts";
import { readSigningKey } from "#server/crypto/ed25519.ts";
import { appendStatement } from "#server/solvency/statements.ts";
import { countEnded } from "#server/ledger/statusCounts.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { addWithSender, callAs, claim, giveBalance, openEnvelope } from "#tests/support/story.ts";
import { drawForAll } from "#tests/support/draws.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";
import { auditDatabase } from "./auditDatabase.ts";

const database = await openDatabaseOfFile();

/** A database with something of everything: unpaid, open, finished and refunded envelopes, balances, a stray transfer, findings of reconciliations. */
beforeAll(async () => {
  const app = createTestApp(database, "audit");
  await addWithSender(app, [1n, 2n, 3n]);
  await giveBalance(app, 2n, 5n);
  const refunded = await openEnvelope(app, 1n, { passphrase: "To be refunded" });
  await claim(app, 2n, "To be refunded", refunded.envelopeId);
  app.clock.advance(86_400_000);
  await refundJob.run(app, AbortSignal.abort());
  app.world.prices.set("eth", "3000");
  const finished = await openEnvelope(app, 1n, { passphrase: "To be finished", count: 2 });
  await claim(app, 2n, "To be finished", finished.envelopeId);
  await claim(app, 3n, "To be finished", finished.envelopeId);
  const open = await openEnvelope(app, 1n, { passphrase: "Still open", type: "ordinary" });
  await claim(app, 2n, "Still open", open.envelopeId);
  const drawn = await openEnvelope(app, 1n, { passphrase: "Drawn for all", count: 2, drawRule: "together" });
  await drawForAll(app, drawn.envelopeId, [2n, 3n, 1n]);
  await sumEnded(app);
  await countEnded(app);
  await callAs(app, sendRedEnvelope, 1n, { body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "1" } });
  const assigned = { operator: "op", reason: "letter of 20 November", tgUserId: 2n, isDryRun: false };
  const at = "'2026-11-20', '2026-11-20', '2026-11-20'";
  await database.pool.query(`
    insert into chain_transfer values ('eth', '0xlost', 0, '0xs', '0xs', 5, 1, '0xb', ${at}, 'unmatched');
  `);
  const book = (transactionId: string, kind: string, amountBase: bigint) =>
    bookMoney(database, { transactionId, kind, from: "treasury:eth", to: "unmatched:eth", amountBase });
  await book("transfer:eth:0xlost:0", "deposit", 5n);
  await assignMoney(app, { ...assigned, source: { kind: "transfer", coinType: "eth", txHash: "0xlost", index: 0 } });
  await database.pool.query(`
    insert into chain_transfer values ('eth', '0xstray', 0, '0xs', '0xs', 7, 1, '0xb', '2026-11-20', '2026-11-20', '2026-11-20', 'unmatched');
    insert into dust values ('eth', 2, '2026-11-20', 2, 8), ('eth', 3, '2026-11-20', 3, 9);
  `);
  await book("transfer:eth:0xstray:0", "deposit", 7n);
  await book("opening:eth:1", "opening", 11n);
  await book("surplus:eth:2", "surplus", 13n);
  await book("dust:eth:3", "dust", 17n);
  const key = readSigningKey("1".repeat(64));
  const madeAt = "2026-11-20T12:00:00.000Z";
  for (const day of ["2026-11-20", "2026-11-21", "2026-11-22"])
    await appendStatement(database, key, { day, madeAt }, async () => []);
  const source = { kind: "surplus", coinType: "eth", amountBase: 3n, reference: "case-1" } as const;
  await assignMoney(app, { ...assigned, source });
});

it("a healthy database breaks nothing", async () => {
  const report = await auditDatabase(database);
  expect(report.results.length).toBeGreaterThan(15);
  expect(report).toMatchObject({ isSound: true });
});

const TREASURY_TO_USER = (amount: number) => `
  insert into ledger_entry values
    ('extra', 1, 'gift', 'treasury:eth', 'eth', ${-amount}, '2026-11-20', 'extra'), ('extra', 2, 'gift', 'user:2:eth', 'eth', ${amount}, '2026-11-20', 'extra')`;

/** What a bug or a manual change could do, by the invariant that must notice. */
const MUTATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "the ledger sums to zero per coin": {
    "a line is changed":
      "update ledger_entry set amount_base = amount_base + 1 where account = 'user:2:eth' and kind = 'refund' or account = 'user:1:eth'",
  },
  "each ledger transaction sums to zero and has at least two lines from 1": {
    "two transactions make up for each other":
      "update ledger_entry set amount_base = amount_base + case when kind = 'refund' then 1 else -1 end where (kind = 'refund' and amount_base > 0) or (kind = 'deposit' and account = 'user:2:eth')",
    "a line is lost": "delete from ledger_entry where kind = 'claim' and line = 2",
  },
  "no account but the treasury and the cold one is negative": {
    "more was paid out than came in": TREASURY_TO_USER(-(10 ** 18)),
  },
  "minus the treasury is what all other accounts hold": {
    "the outside owes us": TREASURY_TO_USER(-(10 ** 20)),
  },
  "every account is of a known kind and of its owner's coin": {
    "an account belongs to nobody": "update ledger_entry set account = 'user:99:eth' where account = 'user:3:eth'",
  },
  "every opened envelope has one share per slot that sum to its total": {
    "a share is lost":
      "delete from share where slot = 5 and envelope_id in (select envelope_id from envelope where status = 'open')",
  },
  "in a draw for all, who has won holds a claim, and nobody else": {
    "a winner has no claim": "update entry set status = 'won' where status = 'lost'",
    "a claim without an entry": "update entry set status = 'lost' where status = 'won'",
    "another one's entry is the claim's":
      "update entry set entry_id = 'other' where place = (select min(place) from entry where status = 'won')",
  },
  "entries are numbered and counted, and wait until their window is settled, and no longer": {
    "an entry is slipped in":
      "insert into entry select envelope_id, 9, 'more', 9, round, head, entered_at, 'lost' from entry where place = 1",
    "an entry vanishes": "delete from entry where place = 2",
    "an entry waits for ever": "update entry set status = 'waiting' where status = 'lost'",
    "a window is settled that people wait for": "update draw_window set settled_at = null",
  },
  "every claim holds the share of its slot; claims are numbered in order, and take the slots in it where each is at once":
    {
      "a claim is numbered twice":
        "update claim set number = 1 where envelope_id in (select envelope_id from envelope where draw_rule = 'together')",
      "a claim takes another slot than its turn's":
        "update claim set number = 3 - number where envelope_id in (select envelope_id from envelope where draw_rule = 'instant' and status = 'finished')",
      "two shares are swapped":
        "update share s set amount_base = o.amount_base from share o where o.envelope_id = s.envelope_id and o.slot = 3 - s.slot and s.envelope_id in (select envelope_id from envelope where status = 'finished')",
    },
  "every commitment is the hash of its salt and shares": {
    "a salt is changed": "update envelope set salt = decode(repeat('00', 32), 'hex') where status = 'finished'",
  },
  "claimed count and sum of an envelope are those of its claims": {
    "a counter lags": "update envelope set claimed_count = claimed_count - 1 where status = 'finished'",
  },
  "every claim is booked once, from its envelope to its claimer": {
    "a claim vanishes": "delete from claim where slot = 1",
    "a claim goes to somebody else":
      "update claim set tg_user_id = 3 where slot = 1 and envelope_id in (select envelope_id from envelope where status = 'open')",
  },
  "no person has two claims on one envelope": {
    "a person has two claims": "alter table claim drop constraint claim_pkey; update claim set tg_user_id = 2",
  },
  "an envelope's account holds total minus claimed minus refunded while open, and nothing before and after": {
    "a full envelope is said to be open": "update envelope set total_base = total_base + 1 where status = 'open'",
  },
  "finished envelopes are full, refunded ones gave back the rest, others refunded nothing": {
    "an open envelope is called finished":
      "update envelope set status = 'finished', ended_at = opened_at where status = 'open'",
  },
  "every refund is booked once": {
    "a refund is forgotten": "update envelope set refunded_base = refunded_base - 1 where status = 'refunded'",
  },
  "an order's paid amount is what was credited to it, at most what is due": {
    "an order is called paid": "update payment_order set status = 'paid' where status = 'awaitingPayment'",
  },
  "an order's account holds what is paid until it ends and its envelopes open, and nothing after": {
    "an order keeps money after its end":
      "insert into ledger_entry select 'late', l, 'gift', case l when 1 then 'treasury:eth' else 'order:' || order_id end, 'eth', case l when 1 then -1 else 1 end, '2026-11-20', 'late' from payment_order, (values (1), (2)) v (l) where order_id = (select min(order_id) from payment_order where status = 'paid'); ",
  },
  "envelopes of an order are worth its amount and follow its end": {
    "an order outgrows its envelopes":
      "update payment_order set amount_base = amount_base + 1 where status = 'awaitingPayment'",
    "only some envelopes of a paid order have opened":
      "insert into envelope (envelope_id, sender_id, status, type, coin_type, total_base, count, passphrase_hash, passphrase_cipher, order_id, created_at) select 'twin', sender_id, 'awaitingPayment', type, coin_type, total_base, count, passphrase_hash, passphrase_cipher, order_id, created_at from envelope where status = 'open'",
    "an order is marked to open its envelopes and is not paid":
      "update payment_order set is_opening_due = true where status = 'awaitingPayment'",
  },
  "the treasury held what the books say when they were last compared with the chain": {
    "the chain holds less than the books": "insert into job_state values ('payoutsStopped:eth', '7')",
  },
  "every settled transfer is booked exactly once, and nothing is booked without one": {
    "money comes from nowhere": TREASURY_TO_USER(1).replaceAll("'gift'", "'deposit'"),
    "a transfer was never booked":
      "insert into chain_transfer values ('eth', '0xnew', 0, '0xn', '0xn', 7, 1, '0xb', '2026-11-20', '2026-11-20', '2026-11-20', 'balance', null, 2)",
  },
  "every transfer's money went where its outcome says": {
    "a transfer points at another order":
      "update chain_transfer set order_id = (select order_id from payment_order where status = 'awaitingPayment') where outcome = 'order'",
  },
  "the unmatched account is the sum of unmatched transfers and of what reconciliations found and nobody got": {
    "an unmatched transfer is forgotten":
      "update chain_transfer set outcome = 'balance', tg_user_id = 2 where outcome = 'unmatched'",
  },
  "the treasury moves only by transfers, by payouts, by what operators book and by what its reconciliation finds": {
    "money leaves the treasury by no known way": TREASURY_TO_USER(1),
  },
  "what a reconciliation finds goes from the treasury to unmatched, and only the first of a coin is an opening": {
    "a surplus is given to somebody":
      "update ledger_entry set account = 'user:2:eth' where kind = 'surplus' and line = 2",
    "a treasury is opened twice":
      "update ledger_entry set kind = 'opening', transaction_id = 'opening:eth:2' where kind = 'surplus'",
  },
  "every assignment is booked once, from unmatched to its person, and is in the operators' log": {
    "an assignment is not in the operators' log": "delete from operator_action where kind = 'assignTransfer'",
    "a surplus is assigned in the log alone":
      "insert into operator_action values ('assign:eth:surplus:x', 'assignSurplus', 'o', 'r', 2, 'eth', 3, '2026-11-20')",
  },
  "every outgoing transfer that an operator booked left the treasury once, from the account it names, and is in the log":
    {
      "something leaves the treasury that no operator booked": TREASURY_TO_USER(-1).replaceAll("'gift'", "'outgoing'"),
      "an outgoing transfer is booked in its table alone":
        "insert into outgoing_transfer values ('eth', '0xout', 'fees:eth', '0xc', 5, 1, 3, '2026-11-20')",
    },
  "what is frozen is what operators froze and did not unfreeze": {
    "something is frozen by no operator": "insert into frozen_scope values ('all', '2026-11-20')",
    "a freeze of an operator is forgotten":
      "insert into operator_action values ('freeze:x', 'freeze', 'o', 'r', null, null, null, '2026-11-20', 'all')",
  },
  "every payout that an operator released or refused is in the log": {
    "a payout that an operator refused is none":
      "insert into operator_action values ('refuse:x', 'refusePayout', 'o', 'r', null, null, null, '2026-11-20', 'none')",
  },
  "no account but the treasury and the cold one is negative, and the cold one is never above zero": {
    "a cold account has more than nothing": TREASURY_TO_USER(1).replaceAll("user:2:eth", "cold:eth"),
  },
  "every ranking sum is the value of the first shares of envelopes that are summed": {
    "a ranking forgets a claim": "update ranking_sum set value_micros = value_micros - 1 where period = 'all'",
    "a claim is never counted": "delete from ranked_share",
  },
  "a group is ranked once five people have claimed from its ended envelopes": {
    "a group is ranked by a few friends":
      "insert into ranking_sum (kind, subject_id, period, value_micros) values ('chat', -7, 'all', 1)",
    "somebody counts in a group who has claimed nothing there": "insert into group_claimer values (-7, 3)",
  },
  "who hides is hidden in every ranking": {
    "a person is hidden who did not ask for it": "update ranking_sum set is_hidden = true where kind = 'user'",
  },
  "the totals of every person are those of the ledger, the claims and the ended envelopes": {
    "a stored balance is not that of the ledger":
      "update account_total set balance_base = balance_base + 1 where tg_user_id = 3",
    "a stored balance is missing": "delete from account_total where tg_user_id = 2",
    "a best luck is not counted": "update account_total set best_luck_count = 0",
    "an ended envelope is summed again": "update envelope set is_summed = false where status = 'refunded'",
    "an open envelope counts as ended": "update envelope set is_summed = true where status = 'awaitingPayment'",
  },
  "the balances of every coin are those of the ledger": {
    "a coin's balance is not that of the ledger":
      "update account_total set balance_base = balance_base + 1 where tg_user_id = -1",
    "a coin's balance is missing": "delete from account_total where tg_user_id = -4",
  },
  "the counts of what has ended are those of the rows that are counted": {
    "an ended order is counted twice": "update ended_count set count = count + 1 where chart = 'order'",
    "an ended envelope is not counted": "update envelope set is_summed = true where status = 'open'",
    "an order counts as ended that is not":
      "update payment_order set is_counted = true where status = 'awaitingPayment'",
  },
  "every ledger transaction lies with its envelope, or by itself": {
    "a line lies away from its envelope":
      "update ledger_entry set home = transaction_id where kind = 'claim' and line = 2",
  },
  "dust goes from the treasury to unmatched, and its sums are what is booked": {
    "dust is forgotten": "delete from dust where position = 2",
    "dust is summed that is not booked": "insert into dust values ('ton', 9, '2026-11-20', 1, 1)",
    "dust is somebody's": "update ledger_entry set account = 'user:2:eth' where kind = 'dust' and line = 2",
  },
  "what came back from a cold address": {
    "a payment is taken for money of operators that is back":
      "update chain_transfer set outcome = 'cold' where settled_at is not null",
  },
  "every order names its envelopes": {
    "an order forgets an envelope": "update payment_order set envelope_ids = '{}' where status = 'awaitingPayment'",
  },
  "every envelope is found by its passphrase": {
    "a passphrase leads to no envelope":
      "delete from passphrase_envelope where envelope_id = (select max(envelope_id) from passphrase_envelope)",
    "a passphrase leads to an envelope of another group":
      "update passphrase_envelope set chat_id = -5 where envelope_id = (select max(envelope_id) from passphrase_envelope)",
  },
  "every transaction set aside that an operator has looked at is in the log": {
    "a transaction set aside counts as looked at":
      "insert into unread_transaction values ('eth', '0x9', 5, 'unknown', '2026-11-20', '2026-11-20')",
  },
  "every status is a state of its chart": {
    "a status is none of the chart": "update envelope set status = 'stolen' where status = 'awaitingPayment'",
  },
  "every status history leads step by step to the present status": {
    "an entry of a history is lost": "delete from status_history where step = 2 and chart = 'envelope'",
    "a history ends before the status":
      "delete from status_history h where step = (select max(step) from status_history l where l.id = h.id) and step > 1",
    "a history begins too late": "delete from status_history where step = 1; update status_history set step = step - 1",
    "a history is nobody's": "update status_history set id = 'no ' || id where chart = 'order'",
  },
  "every status that has changed has a history, until its life has long been over": {
    "a whole history is lost":
      "delete from status_history where id = (select min(order_id) from payment_order where status = 'paid')",
    "a history is lost of a life that goes on":
      "insert into job_state values ('historyDeletedUntil', '2099-01-01'); delete from status_history where id in (select envelope_id from envelope where status = 'open')",
  },
  "every entry of a status history is an edge of its chart": {
    "an entry of a history is no edge":
      "update status_history set event = 'envelope.orderEnded' where event = 'envelope.paid'",
  },
  "entries of an envelope are one chain from its commitment and number of shares, and each window ends with the last head":
    {
      "an entry takes another's place": "update entry set entry_id = 'other' where place = 2",
      "there are more shares than at the start": "update envelope set count = count + 1",
      "a chain begins elsewhere": "update entry set head = sha256(head) where place = 1",
      "the last entry is left out": "update draw_window set head = (select head from entry where place = 2)",
    },
  "a round that has a root decides the draws under it as they were, and no others": {
    "somebody is slipped in after the root": "update draw_window set entries = entries + 1",
    "a set is changed after the root": "update draw_window set head = sha256(head)",
    "a draw is not under its root": "update draw_root set leaves = '[]'",
    "a draw vanishes": "delete from draw_window",
    "a draw is open again": "update draw_window set closed_at = null",
  },
  "every root of draws is over its leaves, and signed by the key of its month": {
    "a root is said to be earlier": "update draw_root set body = replace(body, '20', '19')",
    "a root is another row's": "update draw_root set round = round + 1",
    "a leaf is changed": "update draw_root set leaves = jsonb_set(leaves, '{0,entries}', '9')",
    "a root is signed by nobody": "update draw_root set signature = repeat('0', 128)",
    "its key is not published": "delete from draw_key",
    "it is of another month than its key": "update draw_root set made_at = made_at + interval '2 months'",
  },
  "the statements of solvency are one unbroken, signed chain": {
    "a statement's text is changed":
      "update solvency_statement set body = replace(body, 'T12:', 'T13:') where number = 2",
    "a statement's day is changed": "update solvency_statement set day = '2026-12-20' where number = 2",
    "a statement is signed by nobody": "update solvency_statement set signature = repeat('0', 128) where number = 3",
    "a statement is lost": "delete from solvency_statement where number = 2",
    "the first statement is lost": "delete from solvency_statement where number = 1",
  },
};

// They switch triggers off, which Citus lets nobody do on shards.
describe.skipIf(isOnCitus).each(Object.entries(MUTATIONS))(
  "that %s is known to be broken when",
  (invariant, mutations) => {
    it.each(Object.entries(mutations))("%s", async (_, mutation) => {
      const client = await database.pool.connect();
      // The auditor looks inside the transaction, which is undone.
      const query = async (text: string, values?: unknown[]) =>
        /^(begin|rollback)/u.test(text) ? undefined : client.query(text, values);
      const connect = async () => ({ query, release: () => undefined });
      try {
        await client.query(`begin; set local session_replication_role = replica; ${mutation}`);
        const mutated = { ...database, pool: { connect } } as unknown as Database;
        expect(await findBreaches(mutated)).toContainEqual(expect.stringContaining(invariant));
      } finally {
        await client.query("rollback");
        client.release();
      }
    });
  },
);
