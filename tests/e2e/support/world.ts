import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright";
import { startStack } from "#devnet/startStack.ts";
import type { Stack } from "#devnet/startStack.ts";
import { listCoins } from "#tests/support/listCoins.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { launchBrowser } from "./browser.ts";
import { logIn } from "./logIn.ts";
import { Watch } from "./watch.ts";

/** The whole product with data of its own, a browser in front of it, and everything that went wrong in its pages. */
export interface World {
  readonly stack: Stack;
  readonly dataDir: string;
  readonly browser: Browser;
  readonly watch: Watch;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Who has never been in the app and is welcomed first; the others have been there. */
  readonly newPeople?: readonly number[];
  /** Open coins; Ethereum alone where they are left out. */
  readonly coins?: string;
  /** More settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The server's program, in place of its own. */
  readonly serverFile?: string;
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { newPeople = [], coins = "eth", settings = {}, ...rest } = options;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-e2e-"));
  // Without the developer's own settings, so that every run equals that of a fresh clone.
  const env = { ...PROGRAM_ENVIRONMENT, COINS: coins, ...settings };
  // A chain without open coins costs a tenth of a processor, and nothing happens on it.
  const stack = await startStack({ port: 0, dataDir, env, coins: listCoins(env.COINS), quiet: true, ...rest });
  const known = stack.info.people.filter(({ n }) => !newPeople.includes(n));
  await Promise.all(known.map(({ n }) => logIn(stack, n)));
  const browser = await launchBrowser();
  return {
    stack,
    dataDir,
    browser,
    watch: new Watch(stack.url, path.join(dataDir, "devnet/logs/server.log")),
    close: async () => {
      await browser.close();
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
