/** A small seeded generator (mulberry32), so that a failing run can be repeated. */
export function createSeededBytes(seed: number): (length: number) => Uint8Array {
  let state = seed >>> 0;
  return (length) =>
    Uint8Array.from({ length }, () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return (mixed ^ (mixed >>> 14)) & 255;
    });
}
