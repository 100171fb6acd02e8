import { onTestFinished } from "vitest";

import type { App } from "#src/createApp.ts";
import { prepareApp } from "./prepareApp.ts";

/** The app of one test, started; it stops with the test. */
export async function startApp(): Promise<App> {
  const app = await prepareApp();
  onTestFinished(() => {
    app.root.stop();
  });
  app.root.start();
  app.root.send({ type: "app.start" });
  return app;
}
