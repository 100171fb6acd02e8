import react from "@vitejs/plugin-react";
import { build } from "vite";
import { markRouterPure } from "../../scripts/vite/markRouterPure.ts";
import { precompress } from "../../scripts/vite/precompress.ts";

/** Builds the empty app like the product, in one chunk. */
export async function buildFloor(outDir: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "warn",
    plugins: [react(), markRouterPure(), precompress()],
    build: { target: "es2022", outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
}
