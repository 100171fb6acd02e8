/** A requirement of the run is missing; `message` says what to do. */
export class CannotSetUp extends Error {
  override readonly name = "CannotSetUp";
}
