/** An account of the messenger, a scheme, or a name of a host as people write it. */
const ADDRESS =
  /[@＠]|:\/\/|\bwww\.|\b(?:t|telegram)\s*\.\s*(?:me|dog)\b|[\p{L}\p{N}-]+[.。．](?:[a-z]{2,24})(?![\p{L}\p{N}])/iu;

/** Whether a text names an account or a page, so that it can lead who reads it there. */
export function hasAddress(text: string): boolean {
  return ADDRESS.test(text.normalize("NFKC").replaceAll(/\p{Cf}/gu, ""));
}
