import { toAsciiDigits } from "../toAsciiDigits.ts";

export const VERIFICATION_CODE_LENGTH = 6;

/** The digits of a typed or pasted text (`123 456`, `១២៣៤៥៦`) of any script, at most as many as a code has. */
export function tidyVerificationCode(typed: string): string {
  return toAsciiDigits(typed)
    .replace(/[^0-9]/g, "")
    .slice(0, VERIFICATION_CODE_LENGTH);
}

export function isVerificationCode(code: string): boolean {
  return code.length === VERIFICATION_CODE_LENGTH && /^[0-9]+$/.test(code);
}
