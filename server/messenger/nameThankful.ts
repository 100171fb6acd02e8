import type { Language } from "#domain/language/language.ts";
import { REACTIONS } from "#domain/envelope/reactions.ts";
import type { App } from "#server/app.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { selectClaims } from "#server/records/wire.ts";
import { listNames } from "./listNames.ts";
import { sanitizeText } from "./sanitizeText.ts";

/** Who thanks the sender of an envelope by now, and how; null where nobody does. */
export async function nameThankful(app: App, language: Language, envelopeId: string): Promise<string | null> {
  const claims = await selectClaims(app.database.kysely)
    .select("envelope.sender_id")
    .where("claim.envelope_id", "=", envelopeId)
    .where("claim.reaction", "is not", null)
    .orderBy("claim.slot")
    .execute();
  const names = claims.flatMap((claim) =>
    claim.reaction === null || claim.tg_user_id === claim.sender_id
      ? []
      : [`${sanitizeText(toPerson(claim, language).name)} ${REACTIONS[claim.reaction]}`],
  );
  return names.length === 0 ? null : listNames(language, names);
}
