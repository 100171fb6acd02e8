/** The canonical form of a typed passphrase: NFKC, no outer spaces, single inner spaces. */
export function tidyPassphrase(typed: string): string {
  return typed.normalize("NFKC").trim().replace(/ +/g, " ");
}
