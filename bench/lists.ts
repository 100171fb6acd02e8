import { CLAIMS_PER_ENVELOPE, type ListSample, fillLists } from "./database/fillLists.ts";
import { tokenOf } from "./database/people.ts";
import { withClient, withDatabase } from "./database/withDatabase.ts";
import { type Figure, median } from "./figure.ts";
import { type LoadRequest, runLoad } from "./load/load.ts";
import type { BenchOptions } from "./options.ts";
import { startBenchServer } from "./startBenchServer.ts";

const SMALL_ENVELOPES = 10_000;
const CONNECTIONS = 4;
const LISTS = {
  allSendRecords: () => "/api/v1/redpackage/allSendRecords",
  history: () => "/api/v1/redpackage/history",
  claimDetail: ({ envelopeId }: ListSample) => `/api/v1/redpackage/claimDetail?envelopeId=${envelopeId}`,
} as const;

interface Served {
  url: string;
  samples: readonly ListSample[];
}

/** p99 of each list in a large database, compared with a small one. */
export async function measureLists({ envelopes, rounds, calls }: BenchOptions): Promise<readonly Figure[]> {
  const few = Math.min(SMALL_ENVELOPES, envelopes);
  return serveFilled(few, (small) =>
    serveFilled(envelopes, async (large) => {
      const figures: Figure[] = [];
      for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
        const smallMs: number[] = [];
        const largeMs: number[] = [];
        for (let round = 0; round <= rounds; round += 1) {
          smallMs.push(await callList(name, small, calls));
          largeMs.push(await callList(name, large, calls));
        }
        // The first round is a warm-up.
        const [floor, p99] = [median(smallMs.slice(1)), median(largeMs.slice(1))];
        figures.push({
          name: `p99 of ${name}`,
          measured: `${p99.toFixed(1)} ms with ${describeSize(envelopes)}, ${CONNECTIONS} connections`,
          floor: `${floor.toFixed(1)} ms with ${describeSize(few)}`,
          value: p99 / floor,
          bar: { atMost: 1.3 },
          unit: "×",
        });
      }
      return figures;
    }),
  );
}

function describeSize(envelopes: number): string {
  const format = (count: number) => count.toLocaleString("en");
  return `${format(envelopes)} envelopes and ${format(envelopes * CLAIMS_PER_ENVELOPE)} claims`;
}

async function serveFilled<T>(envelopes: number, work: (served: Served) => Promise<T>): Promise<T> {
  return withDatabase(async (databaseUrl) => {
    const startedAt = performance.now();
    const samples = await withClient(databaseUrl, (client) => fillLists(client, envelopes, new Date()));
    console.log(`${describeSize(envelopes)} filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    const server = await startBenchServer(databaseUrl);
    try {
      return await work({ url: server.url, samples });
    } finally {
      await server.stop();
    }
  });
}

/** p99 in milliseconds of a list's first page, for many people. */
async function callList(name: keyof typeof LISTS, { url, samples }: Served, calls: number): Promise<number> {
  const requests = Array.from({ length: calls }, (_, call): LoadRequest => {
    const sample = samples[call % samples.length];
    if (sample === undefined) throw new Error("nobody has lists");
    return { method: "GET", path: LISTS[name](sample), token: tokenOf(sample.tgUserId) };
  });
  const { p99Ms, answers } = await runLoad({ url, connections: CONNECTIONS, requests });
  if (answers["200"] !== calls) throw new Error(`${name} was refused: ${JSON.stringify(answers)}`);
  return p99Ms;
}
