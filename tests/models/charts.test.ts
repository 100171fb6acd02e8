import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderCharts } from "../../scripts/charts/renderCharts.ts";
import { listMachineNames } from "./registry.ts";

test("docs/charts shows every machine as it is (npm run charts)", { timeout: 60_000 }, async () => {
  const charts = await renderCharts();
  expect([...charts.keys()].sort()).toEqual(listMachineNames());
  const outdated = [...charts].filter(
    ([name, svg]) => readFileSync(new URL(`../../docs/charts/${name}.svg`, import.meta.url), "utf8") !== svg,
  );
  expect(outdated.map(([name]) => name)).toEqual([]);
});
