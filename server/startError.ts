/** Why the server cannot start. `message` tells the operator in one line what to do and contains no secret. */
export class StartError extends Error {
  override readonly name = "StartError";
}
