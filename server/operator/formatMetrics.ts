import { sql } from "kysely";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import type { App } from "#server/app.ts";
import { listChains } from "#server/chains/chains.ts";
import { countDeadLetters } from "#server/outbox/deadLetters.ts";
import { WORK_NAMES } from "#server/outbox/failedWork.ts";
import { selectFuel } from "#server/payouts/watchFuel.ts";
import { selectCounts } from "#server/ledger/statusCounts.ts";

interface MetricRow {
  name: string;
  label: string | null;
  value: bigint;
}

/** Series of each coin. */
const OF_COINS = [
  ["hongbao_chain_block", ',kind="head"'],
  ["hongbao_chain_block", ',kind="settled"'],
  ["hongbao_chain_disputed_transfers", ""],
  ["hongbao_treasury_reconciled_block", ""],
  ["hongbao_treasury_missing_base", ""],
  ["hongbao_payout_confirming_age_seconds", ""],
  ["hongbao_unmatched_base", ""],
] as const;

/** The series that there are from the start, each as 0: an alert sees the first increase, and what never comes. */
function listSeries(chains: App["chains"]): MetricRow[] {
  const ofCoins = listChains(chains).flatMap(({ facts }) =>
    OF_COINS.map(([name, more]) => ({ name, label: `coin="${facts.coinType}"${more}` })),
  );
  const ofJobs = WORK_NAMES.map((job) => ({ name: "hongbao_work_set_aside", label: `job="${job}"` }));
  const ofStatuses = Object.entries({ hongbao_envelopes: envelopeLifecycle, hongbao_orders: orderLifecycle }).flatMap(
    ([name, { states }]) => Object.keys(states).map((status) => ({ name, label: `status="${status}"` })),
  );
  return [...ofCoins, ...ofJobs, ...ofStatuses].map(({ name, label }) => ({ name, label, value: 0n }));
}

/** Formats the state of the product as Prometheus text. */
export async function formatMetrics({ database, clock, clockGuard, chains }: App): Promise<string> {
  const { rows } = await sql<MetricRow>`
    select 'hongbao_' || chart || 's' as name, 'status="' || status || '"' as label, sum(count) as value
    from (${selectCounts()}) counts group by chart, status
    union all
    select 'hongbao_group_posts_waiting', null, count(*) from group_post where is_stale and failed_at is null
    union all
    select 'hongbao_notifications_waiting', null, count(*) from letter
      where queue = 'notification' and sent_at is null and failed_at is null
    union all
    select 'hongbao_work_set_aside', 'job="' || job || '"', count(*) from failed_work
      where last_error is not null group by job
    union all
    select 'hongbao_refunds_waiting', null, (select count(*) from envelope where status = 'expired')
      + (select count(*) from envelope where status = 'open' and expires_at <= ${clock.now()})
    union all
    select 'hongbao_chain_block', 'coin="' || coin_type || '",kind="settled"', settled_position from chain_cursor
    union all
    select 'hongbao_chain_block', 'coin="' || coin_type || '",kind="head"', head_position from chain_cursor
    union all
    select 'hongbao_chain_disputed_transfers', 'coin="' || coin_type || '"', count(*)
      from chain_transfer where disputed_at is not null and settled_at is null group by coin_type
    union all
    select 'hongbao_treasury_reconciled_block', 'coin="' || split_part(name, ':', 2) || '"', value::numeric
      from job_state where name like 'reconciledBlock:%'
    union all
    select 'hongbao_treasury_missing_base', 'coin="' || split_part(name, ':', 2) || '"', value::numeric
      from job_state where name like 'payoutsStopped:%'
    union all
    select 'hongbao_treasury_fuel_base', 'coin="' || coin || '"', (fuel->>'fuelBase')::numeric from ${selectFuel()}
    union all
    select 'hongbao_treasury_locked', 'coin="' || coin || '"', (fuel->>'isLocked')::boolean::integer
      from ${selectFuel()}
    union all
    select 'hongbao_payout_confirming_age_seconds', 'coin="' || coin_type || '"',
        greatest(0, floor(extract(epoch from ${clock.now()}::timestamptz - min(signed_at))))
      from payout where status = 'confirming' group by coin_type
    union all
    select 'hongbao_unmatched_base', 'coin="' || coin_type || '"', balance_base from account_total
      where tg_user_id = holder_of('unmatched')
    order by name, label
  `.execute(database.kysely);
  const deadLetters = (await countDeadLetters(database.kysely)).map(({ queue, count }) => ({
    name: "hongbao_dead_letters",
    label: `queue="${queue}"`,
    value: count,
  }));
  const memory = { name: "process_resident_memory_bytes", label: null, value: BigInt(process.memoryUsage.rss()) };
  const isClockOff = (await clockGuard.readTrustedTime()) === null;
  const clockOff = { name: "hongbao_clock_off", label: null, value: isClockOff ? 1n : 0n };
  const doubts = await clockGuard.listDoubts();
  const timeDisputed = listChains(chains).map(({ facts: { coinType } }) => ({
    name: "hongbao_chain_time_disputed",
    label: `coin="${coinType}"`,
    value: doubts.some(({ subject }) => subject === coinType) ? 1n : 0n,
  }));
  const ready = listChains(chains).map(({ facts, state }) => ({
    name: "hongbao_chain_ready",
    label: `coin="${facts.coinType}"`,
    value: state === "ready" ? 1n : 0n,
  }));
  const known = new Set(rows.map(({ name, label }) => `${name}{${label}}`));
  const quiet = listSeries(chains).filter(({ name, label }) => !known.has(`${name}{${label}}`));
  return [...rows, ...quiet, ...deadLetters, ...ready, ...timeDisputed, clockOff, memory]
    .map(({ name, label, value }) => `${name}${label === null ? "" : `{${label}}`} ${value}\n`)
    .join("");
}
