import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TON_WORDS } from "#tests/support/chains/tonMnemonic.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
const EVERYTHING = {
  DATABASE_URL: "postgres://hongbao@127.0.0.1:1/hongbao",
  PUBLIC_URL: "https://app.example",
  APP_SECRET: "Zk3vQ8rT1mXw5LbN7cYd2GhJ4sPf6Ra9",
  BOT_TOKEN: "1:attack",
  COINS: "ton",
  TON_API_URLS: "https://one.example/api/v2,https://two.example/api/v2",
  TON_TREASURY_KEY: TON_WORDS,
  TRUSTED_PROXIES: "10.0.0.1",
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "no-reply@app.example",
};

/** The output of a server process with these settings. */
async function start(change: Readonly<Record<string, string | undefined>>): Promise<string> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN], {
    env: { ...PROGRAM_ENVIRONMENT, ...EVERYTHING, ...change },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (part: Buffer) => (words += part.toString()));
  await once(child, "close");
  expect(child.exitCode).toBe(1);
  return words;
}

test.each([
  ["a Bot API in clear text", { BOT_API_URL: "http://bot.example" }, "BOT_API_URL must be a URL with https"],
  ["a secret of one letter", { APP_SECRET: "a".repeat(32) }, "APP_SECRET must be random"],
  ["a webhook that is opened by one letter", { WEBHOOK_SECRET: "a".repeat(16) }, "WEBHOOK_SECRET must be random"],
  ["one host under two names", { TON_API_URLS: "https://one.example,https://one.example." }, "two different hosts"],
  ["a proxy that is everybody", { TRUSTED_PROXIES: "0.0.0.0/0" }, "TRUSTED_PROXIES must not"],
  ["no word about the proxy", { TRUSTED_PROXIES: undefined }, "TRUSTED_PROXIES is missing"],
  ["no mail server", { SMTP_URL: undefined }, "SMTP_URL is missing"],
  ["an unknown NODE_ENV", { NODE_ENV: "staging", DATABASE_URL: undefined }, "DATABASE_URL is missing"],
])("production does not start with %s", async (_, change, problem) => {
  const words = await start(change);
  expect(words).toContain(problem);
  expect(words.trim().split("\n")).toHaveLength(1);
});
