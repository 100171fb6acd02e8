import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { CHUNK_GROUPS } from "./scripts/vite/chunkGroups.ts";
import { checkOldBrowsers } from "./scripts/vite/oldBrowsers/checkOldBrowsers.ts";
import { OLDEST_BROWSERS } from "./scripts/vite/oldBrowsers/lacking.ts";
import { dropChartDescriptions, nameStyles } from "./scripts/vite/sources.ts";
import { iconSprite } from "./scripts/vite/iconSprite.ts";
import { compileAhead, inlineStyles, paintBeforeScripts, paintStart, preloadLater } from "./scripts/vite/firstLoad.ts";
import { markRouterPure, reactAsModules, trimI18next } from "./scripts/vite/libraries.ts";
import { verifyPage } from "./scripts/vite/verifyPage.ts";
import { precompress } from "./scripts/vite/precompress.ts";

export default defineConfig({
  plugins: [
    react(),
    dropChartDescriptions(),
    reactAsModules(),
    markRouterPure(),
    trimI18next(),
    iconSprite(join(import.meta.dirname, "src/icons")),
    nameStyles(),
    inlineStyles(),
    paintStart(join(import.meta.dirname, "src/start/paintStart.ts")),
    preloadLater(),
    compileAhead(),
    paintBeforeScripts(),
    verifyPage(),
    precompress(),
    checkOldBrowsers(),
  ],
  build: {
    // Its classes are not rewritten for OLDEST_BROWSERS, which would cost size; the check finds the little they lack of it.
    target: "es2022",
    cssTarget: OLDEST_BROWSERS,
    outDir: "dist",
    emptyOutDir: true,
    // `.size-limit.js` reads from it what each screen loads.
    manifest: true,
    rolldownOptions: {
      output: {
        // The first script names every other file; dist/.vite/manifest.json says what each of them is.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: "assets/[hash:7][extname]",
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
  },
});
