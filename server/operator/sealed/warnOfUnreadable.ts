import type { App } from "#server/app.ts";
import { isEverySecretGiven, rememberSecrets } from "./knownSecrets.ts";
import { nameCounts, walkSealed } from "./walkSealed.ts";

/**
 * Warns at the start where a former secret is missing, with the number of rows that cannot be read without it. Everything
 * is read for that only where a secret is missing, or where it is not known which there were.
 */
export async function warnOfUnreadable({ database, config, clock, logger }: App): Promise<void> {
  const { kysely } = database;
  const { appSecrets: secrets } = config;
  if ((await isEverySecretGiven(kysely, secrets)) === true) return;
  const unreadable = nameCounts(await walkSealed({ database: kysely, secrets, now: clock.now() }), "unreadable");
  if (unreadable === "") return rememberSecrets(kysely, secrets);
  logger.warn(
    { setting: "APP_SECRET", reason: unreadable },
    "a former secret is missing: what is encrypted under it cannot be read",
  );
}
