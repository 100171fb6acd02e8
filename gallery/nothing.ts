/** The handler of the gallery's controls. */
export function nothing(): void {
  // Nothing moves here.
}
