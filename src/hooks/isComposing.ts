/** What a browser gives as the code of a key that an input method takes. */
const TAKEN_KEY = 229;

/**
 * Whether a key belongs to an input method, e.g. Enter that ends a Chinese word, and not to the page. Safari says so by
 * the code alone: its `isComposing` is over by then.
 */
export function isComposing({
  isComposing: isUnder,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return isUnder || keyCode === TAKEN_KEY;
}
