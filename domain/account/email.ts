/** The longest address that mail can carry (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

// Something, an at sign, something, a dot, something, no two dots in a row behind the at sign; no spaces, nothing invisible, and none of the signs that write
// lists, names and comments in the header of a mail.
const FORM = /^[^@]+@[^@.]+(?:\.[^@.]+)+$/;
const REFUSED = /[\s\p{C}\p{Default_Ignorable_Code_Point}"(),:;<>[\\\]]/u;

/** A text is `emailProblem.<problem>`. */
export type EmailProblem = "required" | "format" | "same";

/** The one spelling of a typed address: no outer spaces, no half-composed letters. */
export function tidyEmail(typed: string): string {
  return typed.trim().normalize("NFC");
}

/** Case does not matter: hardly any mail server distinguishes `Anna@` from `anna@`. */
export function isSameEmail(left: string, right: string): boolean {
  return tidyEmail(left).toLowerCase() === tidyEmail(right).toLowerCase();
}

/** Why a typed address cannot become the email of somebody whose email is `current`; null when it can. */
export function findEmailProblem(typed: string, current: string | null): EmailProblem | null {
  const email = tidyEmail(typed);
  if (email === "") return "required";
  if (email.length > MAX_EMAIL_LENGTH || !FORM.test(email) || REFUSED.test(email)) return "format";
  return current !== null && isSameEmail(email, current) ? "same" : null;
}
