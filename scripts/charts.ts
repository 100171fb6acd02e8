import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadMachines, renderCharts } from "./charts/renderCharts.ts";
import { toStately } from "./charts/toStately.ts";

/**
 * `npm run charts` draws docs/charts/. With `--check` it only lists outdated charts, and fails. With `--stately` it writes
 * each chart as a module for the Stately editor to docs/charts/stately/, which git ignores.
 */
const folder = fileURLToPath(new URL("../docs/charts/", import.meta.url));
function readChart(name: string): string {
  try {
    return readFileSync(join(folder, `${name}.svg`), "utf8");
  } catch {
    return "";
  }
}

async function writeModules(): Promise<void> {
  const modules = join(folder, "stately");
  mkdirSync(modules, { recursive: true });
  const machines = await loadMachines();
  for (const [name, machine] of machines) writeFileSync(join(modules, `${name}.ts`), toStately(machine));
  console.log(`${String(machines.size)} modules in docs/charts/stately/: paste one into the editor of stately.ai`);
}

async function drawCharts(isCheck: boolean): Promise<void> {
  const charts = await renderCharts();
  const changed = [...charts].filter(([name, svg]) => readChart(name) !== svg);
  const leftOver = globSync("*.svg", { cwd: folder }).filter((file) => !charts.has(basename(file, ".svg")));

  if (isCheck) {
    for (const name of [...changed.map(([name]) => `${name}.svg`), ...leftOver])
      console.error(`docs/charts/${name} is out of date: npm run charts`);
    process.exitCode = changed.length + leftOver.length > 0 ? 1 : 0;
  } else {
    mkdirSync(folder, { recursive: true });
    for (const [name, svg] of changed) writeFileSync(join(folder, `${name}.svg`), svg);
    for (const file of leftOver) rmSync(join(folder, file));
    console.log(`${String(charts.size)} charts, ${String(changed.length)} drawn anew`);
  }
}

if (process.argv.includes("--stately")) await writeModules();
else await drawCharts(process.argv.includes("--check"));
