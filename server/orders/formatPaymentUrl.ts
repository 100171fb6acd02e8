import { toLanguage } from "#domain/language/toLanguage.ts";

/**
 * Where an ordinary browser pays with this code. The code is in the fragment, which no server sees; the page speaks
 * the owner's language, which that browser does not know.
 */
export function formatPaymentUrl(publicUrl: string, code: string, ownersLanguage: string): string {
  return `${publicUrl}/unPaymentList?lang=${toLanguage(ownersLanguage)}#code=${code}`;
}
