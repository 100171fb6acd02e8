import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runProgram } from "./runProgram.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-program-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("resolves with the exit code and passes the environment", async () => {
  expect(await runProgram(["sh", "-c", "exit $CODE"], { ...process.env, CODE: "7" })).toBe(7);
});

test("hands over what the program writes", async () => {
  let written = "";
  expect(await runProgram(["sh", "-c", "echo one; echo two >&2"], process.env, (text) => (written += text))).toBe(0);
  expect(written.split("\n").toSorted()).toEqual(["", "one", "two"]);
});

test("ends the processes that the program left", async () => {
  const pidFile = path.join(folder, "pid");
  expect(await runProgram(["sh", "-c", `sleep 100 & echo $! > ${pidFile}`], process.env)).toBe(0);
  const pid = Number(readFileSync(pidFile, "utf8"));
  expect(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() || fail()).toThrow(
    /ENOENT|ended/u,
  );
});

/** A process that has ended but is not yet reaped has an empty command line. */
function fail(): never {
  throw new Error("ended");
}
