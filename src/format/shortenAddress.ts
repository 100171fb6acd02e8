/** The prefix and four characters of either end. */
const HEAD = /^(?:0x)?.{4}/u;
const TAIL_LENGTH = 4;

/** An address by its two ends, enough to recognise it, e.g. `0x8626…1199`. */
export function shortenAddress(address: string): string {
  const head = HEAD.exec(address)?.[0] ?? "";
  return address.length <= head.length + TAIL_LENGTH ? address : `${head}…${address.slice(-TAIL_LENGTH)}`;
}
