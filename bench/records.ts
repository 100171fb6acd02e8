import { type RecordsSample, fillRecords } from "./database/fillRecords.ts";
import { tokenOf } from "./database/people.ts";
import { withClient, withDatabase } from "./database/withDatabase.ts";
import { type Figure, median } from "./figure.ts";
import { measureHistory } from "./history.ts";
import { type LoadRequest, runLoad } from "./load/load.ts";
import type { BenchOptions } from "./options.ts";
import { startBenchServer } from "./startBenchServer.ts";

/** A full page sent and a full page claimed: both people's pages then have the same length. */
const FEW = 40;
const CONNECTIONS = 4;
const LISTS = {
  allSendRecords: () => "/api/v1/redpackage/allSendRecords",
  "allSendRecords of one status": () => "/api/v1/redpackage/allSendRecords?recordStatus=received",
  "allSendRecords of another coin": () => "/api/v1/redpackage/allSendRecords?coinType=ton",
  history: () => "/api/v1/redpackage/history",
  "history of one coin": () => "/api/v1/redpackage/history?coinType=eth",
  claimDetail: ({ envelopeId }: RecordsSample) => `/api/v1/redpackage/claimDetail?envelopeId=${envelopeId}`,
  accountAmountInfo: () => "/api/v1/user/accountAmountInfo?coinType=eth",
  claimStaticBashboard: () => "/api/v1/redpackage/claimStaticBashboard?coinType=eth",
} as const;

/** What grows with records must not take longer: neither what people read of their own, nor what the product does for ever. */
export async function measureRecords(options: BenchOptions): Promise<readonly Figure[]> {
  return [...(await measureLists(options)), ...(await measureHistory(options))];
}

/** p99 of each list and sum for people with very many records, compared with people with few. */
async function measureLists({ rounds, records, calls }: BenchOptions): Promise<readonly Figure[]> {
  return withDatabase(async (databaseUrl) => {
    const [few = [], many = []] = await withClient(databaseUrl, (client) =>
      fillRecords(client, [FEW, records], new Date()),
    );
    const server = await startBenchServer(databaseUrl);
    try {
      const figures: Figure[] = [];
      for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
        const fewMs: number[] = [];
        const manyMs: number[] = [];
        for (let round = 0; round <= rounds; round += 1) {
          fewMs.push(await call(name, { url: server.url, databaseUrl, samples: few, calls }));
          manyMs.push(await call(name, { url: server.url, databaseUrl, samples: many, calls }));
        }
        // The first round is a warm-up.
        const [floor, p99] = [median(fewMs.slice(1)), median(manyMs.slice(1))];
        figures.push({
          name: `p99 of ${name}`,
          measured: `${p99.toFixed(1)} ms for people with ${records.toLocaleString("en")} records`,
          floor: `${floor.toFixed(1)} ms for people with ${FEW}`,
          value: p99 / floor,
          bar: { atMost: 1.3 },
          unit: "×",
        });
      }
      return figures;
    } finally {
      await server.stop();
    }
  });
}

interface Served {
  url: string;
  databaseUrl: string;
  samples: readonly RecordsSample[];
  calls: number;
}

/** p99 in milliseconds. */
async function call(name: keyof typeof LISTS, { url, databaseUrl, samples, calls }: Served): Promise<number> {
  // A few people make all the calls, so their limit is reset.
  await withClient(databaseUrl, (client) => client.query("delete from attempt"));
  const requests = Array.from({ length: calls }, (_, number): LoadRequest => {
    const sample = samples[number % samples.length];
    if (sample === undefined) throw new Error("nobody has records");
    return { method: "GET", path: LISTS[name](sample), token: tokenOf(sample.tgUserId) };
  });
  const { p99Ms, answers } = await runLoad({ url, connections: CONNECTIONS, requests });
  if (answers["200"] !== calls) throw new Error(`${name} was refused: ${JSON.stringify(answers)}`);
  return p99Ms;
}
