import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { compileAhead, paintBeforeScripts } from "./firstLoad.ts";

it("loads every script of the page after the first frame, and none before", () => {
  const { transformIndexHtml } = paintBeforeScripts();
  if (typeof transformIndexHtml !== "object" || !("handler" in transformIndexHtml)) throw new Error("no handler");
  const handle = transformIndexHtml.handler as (html: string) => string;
  const page = handle(
    '<head>\n<script type="module" crossorigin src="/a.js"></script>\n<script type="module" src="/b.js"></script>\n</head><body></body>',
  );
  expect(page).not.toContain("src=");
  expect(page).toContain('["/a.js","/b.js"]');
  expect(page).toMatch(/requestAnimationFrame\(\(\) => setTimeout\(start\)\);/);
});

it("begins each script of the first load with the hint to compile it ahead, and no later one", async () => {
  const { generateBundle, writeBundle } = compileAhead();
  if (typeof generateBundle !== "object" || typeof writeBundle !== "function") throw new Error("no hooks");
  const see = generateBundle.handler as unknown as (options: object, bundle: object) => void;
  const write = writeBundle as unknown as (options: object, bundle: object) => Promise<void>;
  const dir = await mkdtemp(path.join(os.tmpdir(), "hongbao-first-load-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const entry = { type: "chunk", isEntry: true, fileName: "entry.js", imports: ["first.js"] };
  const chunks = {
    "first.js": { type: "chunk", isEntry: false, fileName: "first.js", imports: ["library.js"] },
    "library.js": { type: "chunk", isEntry: false, fileName: "library.js", imports: [] },
    "later.js": { type: "chunk", isEntry: false, fileName: "later.js", imports: ["library.js"] },
  };
  for (const file of Object.keys(chunks)) await writeFile(path.join(dir, file), "run();");
  see({}, { "entry.js": entry, ...chunks });
  await write({ dir }, chunks);
  const read = (file: string) => readFile(path.join(dir, file), "utf8");
  expect(await read("first.js")).toBe("//# allFunctionsCalledOnLoad\nrun();");
  expect(await read("library.js")).toBe("//# allFunctionsCalledOnLoad\nrun();");
  expect(await read("later.js")).toBe("run();");
});
