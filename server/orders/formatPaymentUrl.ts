import { toLanguage } from "#domain/language/toLanguage.ts";

/**
 * The payment page's URL with this code. The code is in the fragment, which is not sent to servers; the page uses the
 * owner's language, which the browser does not know.
 */
export function formatPaymentUrl(publicUrl: string, code: string, ownersLanguage: string): string {
  return `${publicUrl}/unPaymentList?lang=${toLanguage(ownersLanguage)}#code=${code}`;
}
