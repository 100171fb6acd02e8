import type { WalletType } from "#domain/coins.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";

/**
 * The payment page's URL with this code. The code is in the fragment, which is not sent to servers; the page uses the
 * owner's language, which the browser does not know. With `proveType` it asks for the proof of a wallet instead.
 */
export function formatPaymentUrl(
  publicUrl: string,
  code: string,
  ownersLanguage: string,
  proveType: WalletType | null = null,
): string {
  const proof = proveType === null ? "" : `&prove=${proveType}`;
  return `${publicUrl}/unPaymentList?lang=${toLanguage(ownersLanguage)}${proof}#code=${code}`;
}
