/** Whether a finger is what points here: a phone or a tablet. */
export function isTouchDevice(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
