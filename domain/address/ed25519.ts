const PRIME = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** The y coordinates of the eight small-order points, for which anyone can forge signatures. */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  PRIME - 1n,
  2707385501144840649318225287225658788936804267575313519463743609750303402022n,
  55188659117513257062467267217118295137698188065244968500265048394206261417927n,
]);

/**
 * Whether 32 bytes can be a public key: a point on the curve (RFC 8032, 5.1.3) that is not of small order. Program
 * addresses are off the curve, so nobody can sign for them.
 */
export function isEd25519Key(bytes: Uint8Array): boolean {
  const y = readLittleEndian(bytes) & (2n ** 255n - 1n);
  if (y >= PRIME || SMALL_ORDER_Y.has(y)) return false;
  // x² = (y² - 1) / (dy² + 1): a quotient is a square if the product is one.
  const square = (y * y) % PRIME;
  return isSquare(((square - 1n) * (D * square + 1n)) % PRIME);
}

function readLittleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

/** Euler's criterion. */
function isSquare(value: bigint): boolean {
  let result = 1n;
  let base = value;
  for (let exponent = (PRIME - 1n) / 2n; exponent > 0n; exponent /= 2n) {
    if (exponent % 2n === 1n) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return result === 1n;
}
