import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findOutdatedCharts } from "./renderCharts.ts";

test("pages and pictures that are changed, missing or left over are out of date", () => {
  const folder = mkdtempSync(join(tmpdir(), "charts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ["same.md", "changed.md", "changed.svg", "gone.md", "gone.svg"])
    writeFileSync(join(folder, file), "old");
  const files = new Map([
    ["same.md", "old"],
    ["changed.md", "new"],
    ["changed.svg", "new"],
    ["missing.md", "new"],
  ]);
  expect(findOutdatedCharts(files, folder).sort()).toEqual([
    "changed.md",
    "changed.svg",
    "gone.md",
    "gone.svg",
    "missing.md",
  ]);
});
