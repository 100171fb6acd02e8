import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findFreePort } from "#devnet/process/ports.ts";
import { systemClock } from "#server/clock.ts";
import { readConfig } from "#server/config.ts";
import { createServer } from "#server/createServer.ts";
import { systemRandom } from "#server/random.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";

const HOST_FILE = path.join(import.meta.dirname, "host.js");

export interface ServedPage {
  url: string;
  stop: () => Promise<void>;
}

/** Serves a built app with the product's own server, inside a messenger like that of phones. */
export async function servePage(distDir: string, botApiUrl: string): Promise<ServedPage> {
  const hostedDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-hosted-"));
  await cp(distDir, hostedDir, { recursive: true });
  await putHostInto(path.join(hostedDir, "index.html"));
  const { environment, remove } = await createTestDatabase();
  const { NODE_ENV, APP_SECRET, BOT_TOKEN } = TEST_SETTINGS;
  const port = await findFreePort();
  const settings = {
    NODE_ENV,
    // The app's own address: at another one it warns of a copy.
    PUBLIC_URL: `http://localhost:${port}`,
    APP_SECRET,
    BOT_TOKEN,
    ...environment,
    BOT_API_URL: botApiUrl,
    PORT: String(port),
    ADMIN_PORT: String(await findFreePort()),
  };
  const config = { ...readConfig(settings), distDir: hostedDir };
  const server = await createServer(config, { clock: systemClock, random: systemRandom, logger: silentLogger });
  await server.listen();
  return {
    url: `http://localhost:${config.port}`,
    async stop() {
      await server.close();
      await remove();
      await rm(hostedDir, { recursive: true });
    },
  };
}

const ICON = /<link rel="icon"[^>]*>/g;

/** The page's policy allows an inline script by its hash. A messenger shows no icon of a page, and its web view loads none. */
async function putHostInto(file: string): Promise<void> {
  const [html, host] = await Promise.all([readFile(file, "utf8"), readFile(HOST_FILE, "utf8")]);
  await writeFile(
    file,
    html
      .replace(/<head[^>]*>/, (head) => `${head}<script>${host}</script>`)
      .replaceAll(ICON, `<link rel="icon" href="data:," />`),
  );
}
