/** Writes what the walks of the last runs walked: tests/report/models.html and levels.json. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadMachines, renderCharts } from "./charts/renderCharts.ts";
import { listLevels, readAppWalks } from "./models/listLevels.ts";
import { listDrawnEdges, toReport } from "./models/toReport.ts";

const folder = fileURLToPath(new URL("../tests/report", import.meta.url));
mkdirSync(folder, { recursive: true });
const machines = await loadMachines();
const edges = new Map([...machines].map(([name, machine]) => [name, listDrawnEdges(machine).map(({ id }) => id)]));
const levels = listLevels(folder, edges);
const walked = levels.map(({ name, walked: taken }) => [
  name,
  taken && Object.fromEntries([...taken].map(([chart, ids]) => [chart, [...ids].sort()])),
]);
writeFileSync(`${folder}/levels.json`, `${JSON.stringify(Object.fromEntries(walked), null, 2)}\n`);
writeFileSync(`${folder}/models.html`, toReport(machines, await renderCharts(), levels, readAppWalks(folder)));
console.log("tests/report/models.html shows what was walked");
