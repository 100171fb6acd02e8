import type { App } from "#server/app.ts";

/** The bot itself, and what the operator has set as OFFICIAL_ACCOUNTS. */
export function isOfficial({ config, telegram }: Pick<App, "config" | "telegram">, account: string): boolean {
  return account === `@${telegram.username.toLowerCase()}` || config.officialAccounts.includes(account);
}
