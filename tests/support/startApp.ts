import { onTestFinished } from "vitest";

import type { App } from "#src/createApp.ts";
import { prepareApp } from "./prepareApp.ts";

/** The app of one test, started; it stops with the test. */
export async function startApp(change: Partial<App> = {}): Promise<App> {
  const app = Object.assign(await prepareApp(), change);
  onTestFinished(() => {
    app.root.stop();
  });
  app.root.start();
  app.root.send({ type: "app.start" });
  return app;
}
