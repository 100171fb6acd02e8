/** Sentences of one paragraph. After a full-width mark stands no space, since the mark brings its own. */
export function joinSentences(...sentences: readonly (string | false)[]): string {
  return sentences
    .filter((sentence) => sentence !== false)
    .join(" ")
    .replaceAll(/([。！？]) /gu, "$1");
}
