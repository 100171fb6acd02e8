import { openDatabase } from "#server/db/openDatabase.ts";
import { readBookedBase } from "#server/deposits/reconcileTreasury.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { formatMetrics } from "#server/operator/formatMetrics.ts";
import { readOverview } from "#server/operator/page/readOverview.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addressOf, bindWallet, callAs, payOrder } from "#tests/support/story.ts";
import { type TestApp, createTestApp } from "#tests/support/testApp.ts";
import { type History, describeHistory, fillHistory } from "./database/fillHistory.ts";
import { withClient, withDatabase } from "./database/withDatabase.ts";
import { type Figure, median } from "./figure.ts";
import type { BenchOptions } from "./options.ts";

const MONTHS = [1, 10, 100] as const;
const CALLS_PER_ROUND = 40;
const PERSON = 1n;
const COIN = "eth";
/** At or above all that is filled. */
const POSITION = 10n ** 6n;

/** What the product repeats for ever, over the whole database. Each answers how long its measured part took. */
const WORK = {
  "the books for a reconciliation": (app) => time(() => readBookedBase(app.database.kysely, COIN, POSITION)),
  "a deposit that pays an order": async (app) => {
    const body = { type: "luckyDraw", coinType: COIN, count: 5, totalAmount: "0.05" } as const;
    const { order } = await callAs(app, sendRedEnvelope, PERSON, { body });
    return time(() => payOrder(app, PERSON, order.orderId));
  },
  "the operators' overview": (app) => time(() => readOverview(app)),
  "the metrics": (app) => time(() => formatMetrics(app)),
  "the search for alarms": (app) => time(() => findAlarms(app, [], 0)),
} as const satisfies Record<string, (app: TestApp) => Promise<number>>;

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The middle time of each work with a long history, compared with that of one month. The databases take turns. */
export async function measureHistory({ rounds, ordersPerMonth }: BenchOptions): Promise<readonly Figure[]> {
  const histories = MONTHS.map((months) => ({ months, ordersPerMonth }));
  return withHistories(histories, async (apps) => {
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries(WORK)) {
      const times = apps.map((): number[] => []);
      for (let call = 0; call < CALLS_PER_ROUND * (rounds + 1); call += 1) {
        for (const [place, app] of apps.entries()) {
          const milliseconds = await work(app);
          // The first round is a warm-up.
          if (call >= CALLS_PER_ROUND) times[place]?.push(milliseconds);
        }
      }
      const [floor = 0, ...long] = times.map(median);
      figures.push({
        name: `time of ${name}`,
        measured: long.map((middle, place) => `${middle.toFixed(2)} ms with ${MONTHS[place + 1]} months`).join(", "),
        floor: `${floor.toFixed(2)} ms with one`,
        value: Math.max(...long) / floor,
        bar: { atMost: 1.3 },
        unit: "×",
      });
    }
    return figures;
  });
}

async function withHistories<T>(
  [first, ...rest]: readonly History[],
  work: (apps: readonly TestApp[]) => Promise<T>,
): Promise<T> {
  if (first === undefined) return work([]);
  return withDatabase(async (databaseUrl) => {
    const app = await fillApp(databaseUrl, first);
    try {
      return await withHistories(rest, (apps) => work([app, ...apps]));
    } finally {
      await app.database.close();
    }
  });
}

async function fillApp(databaseUrl: string, history: History): Promise<TestApp> {
  const database = await openDatabase({ databaseUrl }, { logger: silentLogger });
  const app = createTestApp(database, "history");
  const startedAt = performance.now();
  await withClient(databaseUrl, (client) => fillHistory(client, history, app.clock.now()));
  console.log(`${describeHistory(history)}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  await bindWallet(app, PERSON);
  app.world.balances.set(addressOf(PERSON), 10n ** 24n);
  return app;
}
