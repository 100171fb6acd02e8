import { join } from "node:path";
import { build, type Plugin } from "vite";
import { expect, it } from "vitest";

import { checkOldBrowsers } from "./checkOldBrowsers.ts";

async function buildPage(code: string): Promise<void> {
  const page: Plugin = {
    name: "page",
    resolveId: (id) => (id.endsWith("page.js") ? join(import.meta.dirname, "page.js") : null),
    load: (id) => (id.endsWith("page.js") ? code : null),
  };
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "silent",
    plugins: [page, checkOldBrowsers()],
    build: {
      outDir: join(import.meta.dirname, "../../../.cache/old-browsers"),
      emptyOutDir: false,
      target: "es2022",
      lib: { entry: "page.js", formats: ["es"] },
    },
  });
}

it("fails a build that an old browser cannot run", async () => {
  await expect(buildPage("export const split = (text) => text.split(/(?<=a)/)")).rejects.toThrow(
    /regular expression \(\?<=/,
  );
});

it("lets a build pass that it can", async () => {
  const built = buildPage("export class A { static x = 1; #y = 2; has(a) { return #y in a; } }");
  await expect(built).resolves.toBeUndefined();
});
