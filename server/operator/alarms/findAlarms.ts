import { type RawBuilder, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { MOST_DISPUTED } from "#server/deposits/arrivals.ts";
import type { Job } from "#server/job.ts";
import { selectFuel } from "#server/payouts/watchFuel.ts";
import { ALARM_TEXTS, type AlarmKind, type Finding } from "./alarmKinds.ts";

const MINUTE_MS = 60_000;
const STUCK_MS = 10 * MINUTE_MS;
/** Several times what the slowest chain takes to make a block final. */
const UNSETTLED_MS = 60 * MINUTE_MS;
const BEHIND_MS = 5 * MINUTE_MS;
/** Transactions of one payout that do not exclude each other. */
const MANY_SIGNINGS = 3;
/** Beyond a job's own interval; another process takes a dead one's jobs over within seconds. */
const IDLE_MS = MINUTE_MS;

interface Row {
  coin_type: CoinType;
  subject: string;
  /** Base units, where the alarm is about an amount. */
  amount_base: bigint | null;
  note: string | null;
}

/** Everything that needs an operator now. `sinceMs` is how long this process has been looking. */
export async function findAlarms(
  app: Pick<App, "database" | "clock" | "clockGuard">,
  jobs: readonly Pick<Job, "name" | "intervalMs">[],
  sinceMs: number,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { find } of listSearches(app, jobs, sinceMs)) found.push(...(await find()));
  return found;
}

interface Search {
  kind: AlarmKind;
  find: () => Promise<Finding[]>;
}

/** The searches for alarms. Each is a query of its own, so one that fails hides no other alarm. */
export function listSearches(
  { database, clock, clockGuard }: Pick<App, "database" | "clock" | "clockGuard">,
  jobs: readonly Pick<Job, "name" | "intervalMs">[],
  sinceMs: number,
): readonly Search[] {
  const searches = Object.entries(writeQueries(clock.now().getTime())).map(([name, query]) => {
    const kind = name as AlarmKind;
    const named = sql<Row>`select * from (${query}) found (coin_type, subject, amount_base, note)`;
    const find = async () => (await named.execute(database.kysely)).rows.map((row) => describe(kind, row));
    if (kind !== "endpointsDisagree") return { kind, find };
    return { kind, find: async () => [...(await find()), ...(await findDoubts({ clockGuard }, "hosts"))] };
  });
  return [
    ...searches,
    { kind: "clockOff", find: () => findDoubts({ clockGuard }, "clock") },
    { kind: "workFailed", find: () => findFailedWork({ database }) },
    { kind: "jobStopped", find: () => findStopped({ database, clock }, jobs, sinceMs) },
  ];
}

function describe(kind: AlarmKind, row: Row): Finding {
  const { coin_type: coinType, subject, amount_base: amountBase, note } = row;
  const amount = amountBase === null ? "" : ` ${formatAmount(amountBase, COINS[coinType].baseDecimals)} ${coinType}`;
  const about = amount === "" ? ` ${coinType}` : amount;
  return { kind, subject, details: `${ALARM_TEXTS[kind].text}${about}${note === null ? "" : `, ${note}`}` };
}

/** Each selects a coin, a subject, an amount in base units or null, and a note or null. */
function writeQueries(nowMs: number): Partial<Record<AlarmKind, RawBuilder<unknown>>> {
  const [stuckSince, unsettledSince, behindSince] = [
    new Date(nowMs - STUCK_MS),
    new Date(nowMs - UNSETTLED_MS),
    new Date(nowMs - BEHIND_MS),
  ];
  return {
    moneyMissing: sql`
      select split_part(name, ':', 2), split_part(name, ':', 2), value::numeric, null
      from job_state where name like 'payoutsStopped:%'
    `,
    booksUncompared: sql`
      select split_part(name, ':', 2), split_part(name, ':', 2), null, 'compared last at ' || value
      from job_state where name like 'uncompared:%'
    `,
    endpointsDisagree: sql`
      select coin_type, coin_type || ':' || tx_hash, null, 'transfer ' || tx_hash
      from chain_transfer where disputed_at is not null and settled_at is null
      union all
      select coin_type, coin_type || ':transfers', null,
        'so many transfers that a host counts as away: deposits wait'
      from chain_transfer where disputed_at is not null and settled_at is null
      group by coin_type having count(*) >= ${MOST_DISPUTED}
      union all
      select split_part(name, ':', 2), split_part(name, ':', 2) || ':block', null, 'block ' || value
      from job_state where name like 'disputedBlock:%'
      union all
      select split_part(name, ':', 2), split_part(name, ':', 2) || ':head', null,
        'a host names block ' || value || ', which the chain cannot have yet: payouts wait'
      from job_state where name like 'disputedHead:%'
      union all
      select p.coin_type, 'payout:' || p.payout_id, null, 'payout ' || p.payout_id
      from job_state j join payout p on j.name = 'disputedPayout:' || p.payout_id
      where p.status in ('sending', 'confirming')
    `,
    foreignTransaction: sql`
      select s.coin_type, s.coin_type || ':' || s.sequence, null,
        'it took number ' || s.sequence || ' of payout ' || s.payout_id
      from payout_sequence s
      where s.lost_at is not null and not exists (
        select from operator_action a
        where a.kind = 'bookOutgoing' and a.coin_type = s.coin_type and a.created_at >= s.lost_at)
    `,
    payoutStuck: sql`
      select coin_type, payout_id, gross_base, 'payout ' || payout_id || ' is ' || status
      from payout
      where status in ('queued', 'sending') and coalesce(signed_at, released_at, created_at) <= ${stuckSince}
    `,
    payoutUnsettled: sql`
      select coin_type, coin_type, sum(gross_base), count(*) || ' payouts, the oldest was signed at '
        || to_char(min(signed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
      from payout where status = 'confirming' and signed_at <= ${unsettledSince} group by coin_type
    `,
    payoutRepeated: sql`
      select p.coin_type, p.payout_id, p.gross_base,
        'payout ' || p.payout_id || ' has ' || count(distinct coalesce(a.sequence::text, a.tx_hash)) || ' transactions'
      from payout p join payout_attempt a on a.payout_id = p.payout_id
      where p.status in ('sending', 'confirming') group by p.payout_id
      having count(distinct coalesce(a.sequence::text, a.tx_hash)) >= ${MANY_SIGNINGS}
    `,
    feeShort: sql`
      select p.coin_type, p.payout_id, j.value::numeric, 'payout ' || p.payout_id
      from job_state j join payout p on j.name = 'feeShort:' || p.payout_id
      where p.status = 'sending'
    `,
    payoutHeld: sql`
      select coin_type, coin_type, sum(gross_base), count(*) || ' payouts wait'
      from payout where status = 'held' and held_reason = 'limit' and not is_hour_limit group by coin_type
    `,
    feesSpent: sql`
      select coin_type, coin_type, -balance_base, 'what it lacks'
      from (select distinct coin_type from payout where status = 'held' and held_reason = 'treasury') short
      join account_total using (coin_type)
      where tg_user_id = holder_of('fees') and balance_base < 0
    `,
    treasuryShort: sql`
      select coin_type, coin_type, sum(gross_base), count(*) || ' payouts wait'
      from payout where status = 'held' and held_reason = 'treasury' group by coin_type
    `,
    fuelLow: sql`
      select coin, coin, null, fuel->>'words' from ${selectFuel()}
      where (fuel->>'fuelBase')::numeric < (fuel->>'leastBase')::numeric
    `,
    issuerLocked: sql`select coin, coin, null, null from ${selectFuel()} where (fuel->>'isLocked')::boolean`,
    gasDear: sql`select coin, coin, null, null from ${selectFuel()} where (fuel->>'isDear')::boolean`,
    transferUnread: sql`
      select coin_type, coin_type, null, count(*) || ' set aside, one is ' || min(tx_hash)
      from unread_transaction where acknowledged_at is null group by coin_type
    `,
    strayMoney: sql`
      select coin_type, coin_type, sum(amount_base), count(*) || ' transfers'
      from stray_transfer where outcome is null group by coin_type
    `,
    watcherBehind: sql`
      select coin_type, coin_type, null, 'read last at position ' || head_position
      from chain_cursor where updated_at <= ${behindSince}
    `,
  };
}

/** What makes the time uncertain: this process's clock, or hosts that tell different times. */
async function findDoubts({ clockGuard }: Pick<App, "clockGuard">, about: "clock" | "hosts"): Promise<Finding[]> {
  const doubts = (await clockGuard.listDoubts()).filter(({ subject }) => (subject === "clock") === (about === "clock"));
  const kind = about === "clock" ? "clockOff" : "endpointsDisagree";
  return doubts.map(({ subject, reason }) => ({
    kind,
    subject: about === "clock" ? subject : `${subject}:time`,
    details: `${ALARM_TEXTS[kind].text} ${about === "clock" ? "The clock is" : `${subject}:`} ${reason}`,
  }));
}

/** One for each job, whatever of it fails. */
async function findFailedWork({ database }: Pick<App, "database">): Promise<Finding[]> {
  const { rows } = await sql<{ job: string; count: bigint; item: string }>`
    select job, count(*) as count, min(item) as item from failed_work
    where failed_at is not null and last_error is not null group by job
  `.execute(database.kysely);
  return rows.map(({ job, count, item }) => ({
    kind: "workFailed",
    subject: job,
    details: `${ALARM_TEXTS.workFailed.text} ${job}: ${count} fail, one is ${item}`,
  }));
}

async function findStopped(
  { database, clock }: Pick<App, "database" | "clock">,
  jobs: readonly Pick<Job, "name" | "intervalMs">[],
  sinceMs: number,
): Promise<Finding[]> {
  const leases = await database.kysely.selectFrom("lease").select(["name", "expires_at"]).execute();
  const ends = new Map(leases.map((lease) => [lease.name, lease.expires_at.getTime()]));
  const nowMs = clock.now().getTime();
  return jobs.flatMap(({ name, intervalMs }) => {
    // A job that never ran counts from when this process began to look.
    const idleMs = nowMs - (ends.get(`job:${name}`) ?? nowMs - sinceMs);
    if (idleMs <= intervalMs + IDLE_MS) return [];
    return [{ kind: "jobStopped" as const, subject: name, details: `${ALARM_TEXTS.jobStopped.text} ${name}` }];
  });
}
