import type { App } from "#server/app.ts";

/** Whether the account is the bot or in OFFICIAL_ACCOUNTS. */
export function isOfficial({ config, telegram }: Pick<App, "config" | "telegram">, account: string): boolean {
  return account === `@${telegram.username.toLowerCase()}` || config.officialAccounts.includes(account);
}
