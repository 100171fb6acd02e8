/** An address as it may be read over a shoulder: `a***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return at < 1 ? "***" : `${first}***${email.slice(at)}`;
}
