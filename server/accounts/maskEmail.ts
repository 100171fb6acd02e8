/** An address that its owner recognises and nobody else can write to: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.indexOf("@");
  const [first = ""] = email;
  return `${first}•••${email.slice(at)}`;
}
