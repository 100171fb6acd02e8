/** Masks an email so that its owner recognises it and nobody else can read it: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return at < 1 ? "•••" : `${first}•••${email.slice(at)}`;
}
