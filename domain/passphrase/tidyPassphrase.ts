/** A passphrase as it is shown to its sender: no outer spaces, single inner ones, letters with their accents in one. */
export function tidyPassphrase(typed: string): string {
  return typed
    .normalize("NFC")
    .trim()
    .replaceAll(/\p{Zs}+/gu, " ");
}
