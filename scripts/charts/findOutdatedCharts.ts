import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const CHARTS_FOLDER = fileURLToPath(new URL("../../docs/charts/", import.meta.url));

/** The files of the folder that are missing, differ from `files`, or are left over from a chart that is no more. */
export function findOutdatedCharts(files: ReadonlyMap<string, string>, folder = CHARTS_FOLDER): string[] {
  const present = globSync("*.{svg,md}", { cwd: folder });
  const differing = [...files].filter(
    ([file, text]) => !present.includes(file) || readFileSync(join(folder, file), "utf8") !== text,
  );
  return [...differing.map(([file]) => file), ...present.filter((file) => !files.has(file))];
}
