import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { WORK_NAMES } from "#server/outbox/failedWork.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import type { Job } from "#server/job.ts";
import { listJobs, releaseLease, startJobs, takeLease } from "./startJobs.ts";

const { app, database } = await openAppOfFile("jobs");

const take = (name: string, holder: string) => takeLease(database, { name, holder, at: app.clock.now(), ttlMs: 1000 });

it("stand in the table of docs/operations.md, with all work that is set aside", () => {
  const operations = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const [, table = ""] = /^### Jobs$(.*?)^### /msu.exec(operations) ?? [];
  const documented = [...table.matchAll(/^\| `(\w+)/gmu)].map(([, name = ""]) => name);
  const { eth } = app.chains;
  if (eth === undefined) throw new Error("no chain");
  // One whose coin does not pay itself what moving it costs.
  const usdt = { ...eth, facts: { ...eth.facts, fuelCoin: "ton" as const } };
  const known = listJobs({ ...app, chains: { eth, usdt } }).map(({ name }) => name.replace(/:.*/u, ""));
  expect(new Set(documented)).toEqual(new Set(known));
  expect(WORK_NAMES.filter((name) => !table.includes(`\`${name}\``) && !known.includes(name))).toEqual([]);
});

describe("a lease", () => {
  it("has one holder, who may renew it, until its end or release", async () => {
    expect(await take("work", "a")).toBe(true);
    expect(await take("work", "a")).toBe(true);
    expect(await take("work", "b")).toBe(false);
    app.clock.advance(1000);
    expect(await take("work", "b")).toBe(true);
    await releaseLease(database, "work", "a");
    expect(await take("work", "a")).toBe(false);
    await releaseLease(database, "work", "b");
    expect(await take("work", "a")).toBe(true);
  });

  it("that ends far in the future, set by a clock that was ahead, is free; one slightly ahead is not", async () => {
    app.clock.advance(500);
    expect(await take("ahead", "a")).toBe(true);
    app.clock.advance(-1000);
    expect(await take("ahead", "b")).toBe(false);
    app.clock.advance(25 * 3_600_000);
    expect(await take("ahead", "a")).toBe(true);
    app.clock.advance(-25 * 3_600_000);
    expect(await take("ahead", "b")).toBe(true);
  });

  it("goes to one of many simultaneous callers", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, holder) => take("rush", `holder ${holder}`)));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });
});

describe("jobs", () => {
  it("run in one process at a time, continue after a failure, and move to another process on stop", async () => {
    const runs: string[] = [];
    const makeJob = (owner: string): Job => ({
      name: "shared",
      intervalMs: 5,
      async run() {
        runs.push(owner);
        if (runs.length === 2) throw new Error("a bad day");
      },
    });
    const other = createTestApp(database, "another process");
    const first = startJobs(app, [makeJob("first")]);
    await expect.poll(() => runs.length).toBeGreaterThan(3);
    const second = startJobs(other, [makeJob("second")]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(runs).not.toContain("second");
    await first.stop();
    await expect.poll(() => runs).toContain("second");
    await second.stop();
    expect(await database.kysely.selectFrom("lease").select("name").where("name", "=", "job:shared").execute()).toEqual(
      [],
    );
  });

  it("end if their lease could not be renewed for its whole life", async () => {
    const { kysely } = database;
    const broken = { ...app, database: { ...database, kysely } };
    const job: Job = {
      name: "cut off",
      intervalMs: 60_000,
      run: (_, signal) =>
        new Promise((resolve) => {
          broken.database.kysely = null as unknown as typeof kysely;
          signal.addEventListener("abort", () => resolve());
        }),
    };
    let hasEnded = false;
    const watched: Job = { ...job, run: (app, signal) => job.run(app, signal).then(() => void (hasEnded = true)) };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    try {
      const running = startJobs(broken, [watched]);
      while (broken.database.kysely !== null) await new Promise((resolve) => setTimeout(resolve, 5));
      await vi.advanceTimersByTimeAsync(14_999);
      expect(hasEnded).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(hasEnded).toBe(true);
      broken.database.kysely = kysely;
      await running.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it("end a long wait when the server stops", async () => {
    let hasEnded = false;
    const begun = Promise.withResolvers<void>();
    const job: Job = {
      name: "waiting",
      intervalMs: 5,
      run: (_, signal) =>
        new Promise((resolve) => {
          begun.resolve();
          signal.addEventListener("abort", () => {
            hasEnded = true;
            resolve();
          });
        }),
    };
    const running = startJobs(app, [job]);
    await begun.promise;
    await running.stop();
    expect(hasEnded).toBe(true);
  });
});
