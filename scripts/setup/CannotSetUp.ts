/** Something the run needs is missing; `message` says what to do about it. */
export class CannotSetUp extends Error {
  override readonly name = "CannotSetUp";
}
