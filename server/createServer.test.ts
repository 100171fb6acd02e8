import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { createServer } from "./createServer.ts";
import { systemRandom } from "./random.ts";

test("production does not start without the built app", async () => {
  const config = readConfig({
    DATABASE_URL: "postgres://user@127.0.0.1:1/none",
    PUBLIC_URL: "https://app.example",
    APP_SECRET: "Zk3vQ8rT1mXw5LbN7cYd2GhJ4sPf6Ra9",
    TRUSTED_PROXIES: "none",
    BOT_TOKEN: "1:a",
    SMTP_URL: "smtps://mail.example",
    COINS: "ton",
    LOG_LEVEL: "silent",
  });
  const starting = createServer({ ...config, distDir: "/nowhere" }, { clock: systemClock, random: systemRandom });
  await expect(starting).rejects.toThrow("The app is not built. Run npm run build.");
});
