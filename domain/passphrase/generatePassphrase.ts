type RandomBytes = (length: number) => Uint8Array;

/** But 4, which sounds like death in Chinese and Vietnamese, and 7, which sounds like loss in Vietnamese. */
const DIGITS = "01235689";
const GROUP_LENGTH = 5;
/** Numbers of ill omen or insults somewhere. */
const SHUNNED = /13|250|38|53|666|69/u;
/** As random as two of them with words between: for who has no words. */
const GROUPS_ALONE = 3;

/**
 * Makes a passphrase up: two words of good omen, each with a group of digits, or digits alone where there are no words.
 * At least 40 random bits. No two words meet, so none is made of their ends.
 */
export function generatePassphrase(randomBytes: RandomBytes, words: readonly string[] | null): string {
  if (words === null) return Array.from({ length: GROUPS_ALONE }, () => drawGroup(randomBytes)).join(" ");
  const drawPair = () => `${words[drawBelow(words.length, randomBytes)]} ${drawGroup(randomBytes)}`;
  return `${drawPair()} ${drawPair()}`;
}

/** Digits are as likely as each other; a group with a number of ill omen is drawn anew. */
function drawGroup(randomBytes: RandomBytes): string {
  for (;;) {
    const group = Array.from(randomBytes(GROUP_LENGTH), (byte) => DIGITS.charAt(byte & 7)).join("");
    if (!SHUNNED.test(group)) return group;
  }
}

/** A number below the limit, which is at most 65,536, each as likely as the others. */
function drawBelow(limit: number, randomBytes: RandomBytes): number {
  const fair = 65_536 - (65_536 % limit);
  for (;;) {
    const [high = 0, low = 0] = randomBytes(2);
    const drawn = high * 256 + low;
    if (drawn < fair) return drawn % limit;
  }
}
