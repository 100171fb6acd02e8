import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright";
import { startStack } from "#devnet/startStack.ts";
import type { Stack } from "#devnet/startStack.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { launchBrowser } from "./browser.ts";
import { Watch } from "./watch.ts";

/** The whole product with data of its own, a browser in front of it, and everything that went wrong in its pages. */
export interface World {
  readonly stack: Stack;
  readonly dataDir: string;
  readonly browser: Browser;
  readonly watch: Watch;
  close(): Promise<void>;
}

interface WorldOptions {
  /** Who has never been in the app and is welcomed first; the others have been there. */
  readonly newPeople?: readonly number[];
  /** Open coins; Ethereum alone where they are left out. */
  readonly coins?: string;
  /** More settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function openWorld({ newPeople = [], coins = "eth", settings = {} }: WorldOptions = {}): Promise<World> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-e2e-"));
  // Without the developer's own settings, so that every run equals that of a fresh clone.
  const env = { ...PROGRAM_ENVIRONMENT, COINS: coins, ...settings };
  const stack = await startStack({ port: 0, dataDir, env, quiet: true });
  const known = stack.info.people.filter(({ n }) => !newPeople.includes(n));
  await Promise.all(known.map(({ n }) => logInOnce(stack, n)));
  const browser = await launchBrowser();
  return {
    stack,
    dataDir,
    browser,
    watch: new Watch(stack.url),
    close: async () => {
      await browser.close();
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A first login of the local messenger's person, as the app makes it. */
async function logInOnce({ url, info }: Stack, n: number): Promise<void> {
  const launched = await fetch(`${info.telegram.hostUrl}launch?person=${n}`);
  const { initData } = (await launched.json()) as { initData: string };
  const answer = await fetch(`${url}/api/v1/telegram/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ initData }),
  });
  if (!answer.ok) throw new Error(`person ${n} cannot log in: ${await answer.text()}`);
}
