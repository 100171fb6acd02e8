import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import words from "#locales/en/proof.json" with { type: "json" };
import { makeDrawEvidence, solvencySigner, TEST_CHAIN } from "#tests/support/makeDrawEvidence.ts";
import { verify } from "../verify.ts";

const { evidence, receipts } = makeDrawEvidence(["0.5", "0.25"], [3]);
let folder = "";
let beacon = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "verify-draw-"));
  const { publicKey, genesisS, periodS, hash } = TEST_CHAIN;
  beacon = await put("beacon", { public_key: publicKey, genesis_time: genesisS, period: periodS, hash });
});

async function put(name: string, content: unknown): Promise<string> {
  const file = path.join(folder, `${name}.json`);
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  let output = "";
  const write = (line: unknown) => void (output += `${String(line)}\n`);
  const code = await verify(["draw", ...args], { write, warn: write });
  return { code, output };
}

test("a true draw passes with a receipt and the operator's key", async () => {
  const file = await put("evidence", { data: evidence });
  const receipt = await put("receipt", receipts[0]);
  const { code, output } = await run(file, "--receipt", receipt, "--key", solvencySigner.publicKey, "--beacon", beacon);
  expect(output).toContain("ok     The number of the round is signed by the beacon (round 22)");
  expect(output).toContain("ok     The receipts are in the list");
  expect(output).toContain("note   the beacon is the one that was given, not drand's quicknet");
  expect(output).toContain("note   not provable: That each account is a person.");
  expect(output).not.toContain("No receipt was given");
  expect(output).toContain("All checks hold.");
  expect(code).toBe(0);
});

test("without receipt and key it says what is not known", async () => {
  const { code, output } = await run(await put("evidence", evidence), "--beacon", beacon);
  expect(output).toContain(
    `note   Compare this key with the one that the operator publishes: ${solvencySigner.publicKey}`,
  );
  expect(output).toContain("note   No receipt was given");
  expect(code).toBe(0);
});

test("a changed amount, a foreign beacon and a foreign key are breaches", async () => {
  const changed = await put("changed", JSON.stringify(evidence).replace('"amount":"0.25"', '"amount":"0.26"'));
  const { code, output } = await run(changed, "--beacon", beacon, "--key", "a".repeat(64));
  expect(output).toContain("BREACH Each amount was fixed before the first entry\n       An amount is not the one");
  expect(output).toContain("       The key that signed is not certified by the operator.");
  expect(output).toContain("The draw is not as it was promised.");
  expect(code).toBe(1);
  const foreign = await run(await put("evidence", evidence));
  expect(foreign.output).toContain("BREACH The draw is by the known public beacon");
  expect(foreign.code).toBe(1);
});

test("fewer shares are a breach, told to who may not see the list", async () => {
  const hidden = { ...evidence, count: 1, shares: null, revealed: null, totalAmount: null };
  const { code, output } = await run(await put("fewer", hidden), "--beacon", beacon);
  expect(output).toContain(words.breach.wrongSet);
  expect(code).toBe(1);
});

test.each<[string, () => Promise<string[]>, string]>([
  ["no file", async () => [], "npm run verify -- draw <file>"],
  ["a key of a wrong form", async () => ["x", "--key", "ab"], "--key takes 64 hex digits"],
  ["a file that is not there", async () => ["/nowhere/evidence.json"], "no such file"],
  ["a file of something else", async () => [await put("html", "<html>")], "is no JSON"],
  ["a receipt alone", async () => [await put("alone", receipts[0])], "give the evidence of one red envelope"],
  [
    "evidence that cannot be read",
    async () => [await put("bad", { ...evidence, count: 0 })],
    "count is no whole number",
  ],
])("%s ends with 2 and says why", async (_, ask, message) => {
  const { code, output } = await run(...(await ask()));
  expect(output).toContain(message);
  expect(code).toBe(2);
});

test("its help is no fault", async () => {
  const { code, output } = await run("--help");
  expect([code, output.includes("--beacon")]).toEqual([0, true]);
});
