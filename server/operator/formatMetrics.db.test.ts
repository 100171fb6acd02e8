import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { writeState } from "#server/db/jobState.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import { markSeen } from "#server/payouts/book.ts";
import { buildHttp } from "#server/http/buildHttp.ts";
import { createAuthority } from "#server/http/authenticate.ts";
import { handlers } from "#server/http/handlers.ts";
import { startJobs } from "#server/jobs/startJobs.ts";
import { type NamedMetric, readQuery, readScrape } from "#tests/support/metricsOf.ts";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { isFiring, type Scrape } from "#tests/support/promql.ts";
import { addressOf, addUsers, bindWallet, giveBalance, openEnvelope, queuePayout } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { formatMetrics } from "./formatMetrics.ts";

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  annotations: { summary: string };
}

interface Dashboard {
  panels: { id: number; title: string; targets: { expr: string; legendFormat: string }[] }[];
}

const read = (file: string) => readFileSync(`docs/${file}`, "utf8");
const { groups } = parse(read("grafana/alerts.yml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read("grafana/dashboard.json")) as Dashboard;
const operations = read("operations.md");
const objectives = [...operations.matchAll(/```promql\n(.*?)```/gs)].map(([, query = ""]) => query.trim());
const STEP_MINUTES = 2;
const MINUTES = 80;
const END_S = MINUTES * 60;

const database = await openDatabaseOfFile();
let app: TestApp;
/** What a process emits that has just started, and its metrics with their labels. */
let text: string;
let emitted: ReadonlyMap<string, ReadonlySet<string>>;

const scrape = async (of: TestApp) => (await formatMetrics(of)) + of.telemetry.metrics.format();
const query = (text: string) => database.pool.query(text);

/** The server of a process shows its calls. */
async function serve(): Promise<void> {
  const http = await buildHttp(app, { handlers, authority: createAuthority(app), checkResponses: false });
  await http.close();
}

/** A process that has just started on an empty database. */
async function startProcess(seed: string): Promise<void> {
  app = createTestApp(database, seed);
  for (const call of ["acceptRedEnvelope", "claimDetail"]) app.telemetry.metrics.showOperation(call);
  const idle = { name: "solvency", intervalMs: 1_000_000, run: async () => undefined };
  await startJobs(app, [idle, { ...idle, name: "refund" }]).stop();
  app.telemetry.metrics.showEndpoint("eth", "1");
}

/** What goes wrong, at every second minute. */
const STORIES: Readonly<Record<string, (minute: number) => unknown>> = {
  HongbaoCallsFailFast: () => app.telemetry.metrics.countCall("claimDetail", 500, 0.1),
  HongbaoCallsFailSlowly: () => app.telemetry.metrics.countCall("claimDetail", 503, 0.1),
  HongbaoClaimsSlow: () => app.telemetry.metrics.countCall("acceptRedEnvelope", 200, 0.6),
  HongbaoChainNotRead: () => undefined,
  HongbaoRefundsLate: async (minute) => {
    if (minute > 0) return;
    await addUsers(app, [1n]);
    await bindWallet(app, 1n);
    app.world.balances.set(addressOf(1n), 10n ** 24n);
    await openEnvelope(app, 1n);
    app.clock.advance(86_400_000);
  },
  HongbaoPayoutUnsettled: async (minute) => {
    if (minute > 0) return;
    await addUsers(app, [3n]);
    await giveBalance(app, 3n, 10n ** 18n);
    const payoutId = await queuePayout(app, 3n);
    const change = { at: app.clock.now(), cause: "sendPayouts" } as const;
    const update = database.kysely.updateTable("payout").where("payout_id", "=", payoutId);
    await update.set({ ...changeStatus("payout", "payout.signed", change), signed_at: change.at }).execute();
    await database.kysely.transaction().execute((trx) => markSeen(trx, app, payoutId, { txHash: "0x1", position: 7n }));
    app.clock.advance(3_601_000);
  },
  HongbaoMoneyMissing: () => writeState(database.kysely, "payoutsStopped:eth", "5"),
  HongbaoClockOff: () => {
    app.clockGuard = { ...app.clockGuard, readTrustedTime: async () => null };
  },
  HongbaoTimeDisputed: () => {
    app.clockGuard = { ...app.clockGuard, listDoubts: async () => [{ subject: "eth", reason: "a minute apart" }] };
  },
  HongbaoChainAway: () => {
    const { eth } = app.chains;
    if (eth !== undefined) app.chains = { eth: { facts: eth.facts, state: "away", chain: null } };
  },
  HongbaoEndpointFails: (minute) => app.telemetry.metrics.countChainCall("eth", "1", minute % 10 === 0),
  HongbaoJobFails: (minute) => minute % 60 === 0 && app.telemetry.metrics.countJobRun("solvency", true),
  HongbaoEndpointsDisagree: (minute) =>
    minute === 0 &&
    query(`insert into chain_transfer (coin_type, tx_hash, transfer_index, from_address, from_address_key, amount_base, position,
        block_ref, block_time, seen_at, disputed_at)
      select 'eth', '0xd', 0, '0xa', '0xa', 5, 7, '0xb', now(), now(), now()`),
  HongbaoWorkSetAside: () =>
    query(`insert into failed_work (job, item, attempts, due_at, last_error)
      values ('refund', 'an item', 1, now(), 'a reason') on conflict do nothing`),
  HongbaoDeadLetters: () =>
    query(`insert into failed_work (job, item, attempts, due_at, last_error, failed_at)
      values ('refund', 'another', 9, now(), 'a reason', now()) on conflict do nothing`),
  HongbaoMessengerBehind: async (minute) => {
    if (minute > 0) return;
    await addUsers(app, [2n]);
    await query(`insert into letter (queue, letter_id, taker, kind, payload, created_at, due_at)
      select 'notification', 'n' || n, '2', 'securityCodeSet', '{}', now(), now() from generate_series(1, 1001) n`);
  },
};

/** Rows that the stories make. */
const LEFT = ["letter", "failed_work", "chain_transfer", "chain_cursor", "job_state"];

async function play(story: (minute: number) => unknown, reads: boolean): Promise<Scrape[]> {
  const scrapes: Scrape[] = [{ atS: 0, text: await scrape(app) }];
  for (let minute = 0; minute < MINUTES; minute += STEP_MINUTES) {
    if (reads) {
      await query(`insert into chain_cursor (coin_type, settled_position, head_position, updated_at)
        values ('eth', ${minute + 1}, ${minute + 2}, now())
        on conflict (coin_type) do update set settled_position = excluded.settled_position`);
    }
    app.telemetry.metrics.countCall("orderDetail", 200, 0.1);
    app.telemetry.metrics.countJobRun("refund", false);
    await story(minute);
    scrapes.push({ atS: (minute + STEP_MINUTES) * 60, text: await scrape(app) });
  }
  return scrapes;
}

/** What a scraping Prometheus adds by itself. */
const ADDED = new Set(["instance"]);

function findUnknown(metrics: readonly NamedMetric[]): string[] {
  return metrics.flatMap(({ name, labels }) => {
    const known = emitted.get(name);
    if (known === undefined) return [name];
    return labels.filter((label) => !known.has(label) && !ADDED.has(label)).map((label) => `${name}{${label}}`);
  });
}

/** Metrics and labels that a query names, or its text by `shown`, and that are not there. */
function findMissing(query: string, shown = ""): string[] {
  const metrics = readQuery(query);
  const labels = [...shown.matchAll(/(?:\{\{|\$labels\.)([a-z_]+)/g)].map(([, label = ""]) => label);
  const [first = { name: "no metric at all" }] = metrics;
  return findUnknown([...metrics, { ...first, labels }]);
}

/** The name of a metric, of which a histogram has several. */
const toName = (series: string) => series.replace(/_(?:bucket|sum|count)$/, "");

describe("from the start of a process on an empty database", () => {
  beforeAll(async () => {
    await startProcess("alerts at the start");
    await serve();
    text = await scrape(app);
    emitted = readScrape(text);
  });

  test("each metric of every panel, alert and objective is there with its labels", () => {
    const targets = panels.flatMap((panel) => panel.targets);
    expect(targets.flatMap(({ expr, legendFormat }) => findMissing(expr, legendFormat))).toEqual([]);
    expect(rules.flatMap(({ expr, annotations }) => findMissing(expr, annotations.summary))).toEqual([]);
    expect(objectives.flatMap((query) => findMissing(query))).toEqual([]);
    const unknown = ["hongbao_chain_ready{color}", "hongbao_none"];
    expect(findUnknown(readQuery("max by (color) (hongbao_chain_ready) + hongbao_none"))).toEqual(unknown);
  });

  test.each([
    'hongbao_chain_block{coin="eth",kind="settled"}',
    'hongbao_chain_block{coin="eth",kind="head"}',
    'hongbao_chain_disputed_transfers{coin="eth"}',
    'hongbao_treasury_missing_base{coin="eth"}',
    'hongbao_treasury_reconciled_block{coin="eth"}',
    'hongbao_payout_confirming_age_seconds{coin="eth"}',
    'hongbao_unmatched_base{coin="eth"}',
    'hongbao_work_set_aside{job="refund"}',
    'hongbao_envelopes{status="refunded"}',
    'hongbao_orders{status="partiallyPaid"}',
    'hongbao_http_request_duration_seconds_count{operation="acceptRedEnvelope",status="5xx"}',
  ])("%s is 0", (series) => {
    expect(text.split("\n")).toContain(`${series} 0`);
  });

  test("every metric is on the dashboard or in an alert, and each panel once", () => {
    const queries = [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...rules.map(({ expr }) => expr),
    ];
    const used = new Set(queries.flatMap(readQuery).map(({ name }) => toName(name)));
    expect([...emitted.keys()].map(toName).filter((name) => !used.has(name))).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  test("no rule fires while all goes well", async () => {
    await startProcess("alerts in peace");
    const scrapes = await play(() => undefined, true);
    expect(rules.filter((rule) => isFiring(rule, scrapes, END_S)).map(({ alert }) => alert)).toEqual([]);
  });
});

test("the guide names each alert of an objective", () => {
  for (const { alert } of groups[0]?.rules ?? []) expect(operations).toContain(`\`${alert}\``);
});

test("every rule has its story", () => {
  expect(rules.map(({ alert }) => alert).toSorted()).toEqual([...Object.keys(STORIES), "HongbaoDown"].toSorted());
});

test("HongbaoDown fires once nothing is scraped", () => {
  const rule = rules.find(({ alert }) => alert === "HongbaoDown") ?? { expr: "" };
  const scrapes = [{ atS: 0, text: "hongbao_clock_off 0\n" }];
  expect([isFiring(rule, scrapes, 60), isFiring(rule, scrapes, 600)]).toEqual([false, true]);
});

test.each(Object.entries(STORIES))("%s fires in its story", async (name, story) => {
  await query(`truncate ${LEFT.join(", ")}`);
  await startProcess(name);
  const rule = rules.find(({ alert }) => alert === name) ?? { expr: "" };
  const scrapes = await play(story, name !== "HongbaoChainNotRead");
  expect(isFiring(rule, scrapes, END_S)).toBe(true);
});
