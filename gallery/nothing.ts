/** What controls of the gallery do. */
export function nothing(): void {
  // Nothing moves here.
}
