import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHARTS_FOLDER, findOutdatedCharts, loadMachines, renderCharts } from "./charts/renderCharts.ts";
import { toStately } from "./charts/toStately.ts";

/**
 * `npm run charts` writes docs/charts/: a picture and a page of each chart, and their list. With `--check` it only lists
 * what is out of date, and fails. With `--stately` it writes each chart as a module for the Stately editor to
 * docs/charts/stately/, which git ignores.
 */
async function writeModules(): Promise<void> {
  const modules = join(CHARTS_FOLDER, "stately");
  mkdirSync(modules, { recursive: true });
  const machines = await loadMachines();
  for (const [name, machine] of machines) writeFileSync(join(modules, `${name}.ts`), toStately(machine));
  console.log(`${String(machines.size)} modules in docs/charts/stately/: paste one into the editor of stately.ai`);
}

async function writeCharts(isCheck: boolean): Promise<void> {
  const files = await renderCharts();
  const outdated = findOutdatedCharts(files);

  if (isCheck) {
    for (const file of outdated) console.error(`docs/charts/${file} is out of date: npm run charts`);
    process.exitCode = outdated.length > 0 ? 1 : 0;
  } else {
    mkdirSync(CHARTS_FOLDER, { recursive: true });
    for (const file of outdated) {
      const text = files.get(file);
      if (text === undefined) rmSync(join(CHARTS_FOLDER, file));
      else writeFileSync(join(CHARTS_FOLDER, file), text);
    }
    console.log(`${String(files.size)} files in docs/charts/, ${String(outdated.length)} of them changed`);
  }
}

if (process.argv.includes("--stately")) await writeModules();
else await writeCharts(process.argv.includes("--check"));
