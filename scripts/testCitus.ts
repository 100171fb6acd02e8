/**
 * `npm run test:citus`: runs the tests of the API on Citus, a coordinator and two workers that it starts. Then it kills a
 * worker in a storm of claims, moves shards in two more, and leaves Citus. Arguments are files of tests;
 * `--storm` leaves the tests out, and `--figures` measures claims on Citus and on one PostgreSQL instead. It ends with 0
 * where this machine has no Citus. PG_CONFIG names a PostgreSQL that is not in the usual place.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { parseArgs } from "node:util";
import { type CitusNode, findCitus, startCitusNode } from "./citus/startCitusNode.ts";
import { goBack } from "./citus/goBack.ts";
import { holdMoveInStorm, killWorkerInStorm, moveShardsInStorm } from "./citus/openStorm.ts";
import { measureClaims } from "./citus/measureClaims.ts";

const ROOT = path.join(import.meta.dirname, "..");
const WORKERS = 2;
/**
 * A power cut would lose only a test database, so it need not reach the disk. It must outlive the worker that is killed: a
 * commit is answered once the system has it.
 */
const NOT_DURABLE = ["fsync=off", "full_page_writes=off"];

/** Their subject is a database that is not distributed. */
const LEFT_OUT = ["server/http/lostDatabase.db.test.ts"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { figures: { type: "boolean" }, storm: { type: "boolean" } },
});

const programs = findCitus();
if (programs === null) console.log("Citus is not installed: skipped.");
else process.exitCode = await runOn(programs);

async function runOn(folder: string): Promise<number> {
  const nodes: CitusNode[] = [];
  const isMeasured = values.figures === true;
  try {
    for (let count = 0; count <= WORKERS; count += 1) {
      nodes.push(await startCitusNode(folder, isMeasured ? [] : NOT_DURABLE));
    }
    const [coordinator, ...workers] = nodes;
    if (coordinator === undefined) throw new Error("a cluster needs a coordinator");
    process.env["TEST_DATABASE_URL"] = coordinator.url;
    const workerUrls = workers.map(({ url }) => url).join(",");
    if (isMeasured) {
      await measureClaims(workerUrls);
      return 0;
    }
    process.env["TEST_CITUS_WORKERS"] = workerUrls;
    const isGreen = values.storm === true || (await runTests());
    const [victim] = workers;
    if (victim === undefined) throw new Error("a cluster needs workers");
    const faults = await killWorkerInStorm(victim);
    const added = await startCitusNode(folder, NOT_DURABLE);
    nodes.push(added);
    faults.push(...(await moveShardsInStorm(added)), ...(await holdMoveInStorm()), ...(await goBack(folder)));
    for (const fault of faults) console.error(fault);
    return isGreen && faults.length === 0 ? 0 : 1;
  } finally {
    for (const node of nodes) await node.stop();
  }
}

/** Does not block: this process has to read what the nodes log. A node hangs once its log has filled the pipe. */
async function runTests(): Promise<boolean> {
  const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
  const excluded = LEFT_OUT.flatMap((file) => ["--exclude", file]);
  const args = [vitest, "run", "--project", "api", ...excluded, ...positionals];
  const tests = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  const [code] = (await once(tests, "exit")) as [number | null];
  return code === 0;
}
