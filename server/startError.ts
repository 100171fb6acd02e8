/** Why the server cannot start. `message` tells an operator in one line what to do, and holds no secret. */
export class StartError extends Error {
  override readonly name = "StartError";
}
