import { sealText } from "#server/crypto/sealText.ts";
import { ActionRefused, type ActionResult, checkDecision, type Decision, type OperatorApp } from "../decision.ts";
import { rememberOnly } from "./knownSecrets.ts";
import { nameCounts, walkSealed } from "./walkSealed.ts";

/** Longer than codes, pages, kept answers and links of open envelopes last that were made before the rotation. */
const UNDER_WAY_MS = 2 * 86_400_000;

interface Resealing extends OperatorApp {
  config: { appSecrets: readonly string[] };
}

/**
 * Encrypts everything anew under the newest secret, row by row, and says until when the older ones are needed. It takes
 * what it finds under an older one, so one that was cut off is simply run again. It decides nothing about anybody, so it
 * leaves no entry in the log of actions. Throws ActionRefused.
 */
export async function reseal(app: Resealing, decision: Decision): Promise<ActionResult> {
  checkDecision(decision);
  const { database, clock, random, config } = app;
  const { appSecrets: secrets } = config;
  const [newest] = secrets;
  if (newest === undefined)
    throw new ActionRefused("APP_SECRET is missing: give the newest secret and the former ones.");
  const walk = { database: database.kysely, secrets, now: clock.now() };
  const counts = await walkSealed(
    decision.isDryRun
      ? walk
      : {
          ...walk,
          onOlder: (store, row, text) =>
            store.replace(database.kysely, row, sealText([newest], store.purpose, row.context, text, random)),
        },
  );
  const [older, unreadable] = [nameCounts(counts, "older"), nameCounts(counts, "unreadable")];
  const lines = [`under an older secret: ${older === "" ? "nothing" : older}`];
  if (unreadable !== "") {
    lines.push(
      `under none of the secrets given: ${unreadable}. Add the former secret to APP_SECRET and do this again.`,
    );
  } else if (older === "" || !decision.isDryRun) {
    if (!decision.isDryRun) await rememberOnly(database.kysely, newest);
    lines.push(`Everything is encrypted under the newest secret. ${sayUntilWhen(clock.now())}`);
  }
  const isRepeat = older === "";
  return { isDone: !decision.isDryRun && !isRepeat, isRepeat, summary: lines.join("\n") };
}

function sayUntilWhen(now: Date): string {
  const until = new Date(now.getTime() + UNDER_WAY_MS).toISOString();
  return [
    `Once each process has had the newest first since now, the others are needed until ${until},`,
    "for codes, pages and links that are under way, and no longer.",
  ].join(" ");
}
