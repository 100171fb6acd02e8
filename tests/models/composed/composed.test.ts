import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { COMPOSITIONS } from "./compositions.ts";
import { listHearing } from "./listHearing.ts";
import { walkComposition, type ComposedWalk } from "./walkComposition.ts";

const SEED = 1;
const walks = new Map<string, ComposedWalk>();

test.each(COMPOSITIONS)("$name keep their rules together, and hear of each other", async (composition) => {
  const walk = await walkComposition(composition, SEED);
  walks.set(composition.name, walk);
  const { edges } = walk;
  const walked = edges.get(composition.machine.id) ?? new Set();
  const missed = listHearing(composition).filter((edge) => !walked.has(edge));
  expect(missed).toEqual(Object.keys(composition.unreached));
});

test("a broken rule is told with the fewest steps that lead to it", async () => {
  const composition = COMPOSITIONS.find(({ machine }) => machine.id === "withdrawal");
  if (composition === undefined) throw new Error("no withdrawal");
  const machine = composition.machine.provide({ guards: { isGiven: () => true, isGivenUpSent: () => false } });
  const way = [
    "withdrawal ui.open#0",
    "withdrawal done(loadAccount)#0",
    "withdrawal ui.retry#0",
    "withdrawal/securityCodePrompt ui.cancel#0",
  ];
  await expect(walkComposition({ ...composition, machine, inputs: composition.inputs.slice(2) }, SEED)).rejects.toThrow(
    new RegExp(`: a followed payout is known; [^]*after: ${way.join(" → ").replaceAll(/[()/]/g, "\\$&")}$`),
  );
});

afterAll(() => {
  const folder = fileURLToPath(new URL("../../report/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const report = Object.fromEntries(
    [...walks].map(([name, { edges, ...figures }]) => [
      name,
      { ...figures, walked: Object.fromEntries([...edges].map(([machine, taken]) => [machine, [...taken].sort()])) },
    ]),
  );
  writeFileSync(`${folder}composed.json`, `${JSON.stringify(report, null, 2)}\n`);
});
