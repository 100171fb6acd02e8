/** The longest address that mail supports (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

// Local part, at sign, domain with a dot and no two dots in a row; no spaces, nothing invisible, and no character that
// separates names, addresses or comments in a mail header.
const FORM = /^[^@]+@[^@.]+(?:\.[^@.]+)+$/;
const REFUSED = /[\s\p{C}\p{Default_Ignorable_Code_Point}"(),:;<>[\\\]]/u;

/** The text is `emailProblem.<problem>`. */
export type EmailProblem = "required" | "format" | "same";

/** The canonical form of a typed address: no outer spaces, composed letters. */
export function tidyEmail(typed: string): string {
  return typed.trim().normalize("NFC");
}

/** Ignores case: hardly any mail server distinguishes `Anna@` from `anna@`. */
export function isSameEmail(left: string, right: string): boolean {
  return tidyEmail(left).toLowerCase() === tidyEmail(right).toLowerCase();
}

/** Why a typed address cannot replace the email `current`; null if it can. */
export function findEmailProblem(typed: string, current: string | null): EmailProblem | null {
  const email = tidyEmail(typed);
  if (email === "") return "required";
  if (email.length > MAX_EMAIL_LENGTH || !FORM.test(email) || REFUSED.test(email)) return "format";
  return current !== null && isSameEmail(email, current) ? "same" : null;
}

/** Masks an email so that its owner recognises it and nobody else can read it: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return at < 1 ? "•••" : `${first}•••${email.slice(at)}`;
}
