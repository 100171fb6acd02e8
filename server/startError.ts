/** Why the server cannot start. `message` says in one line what the operator can do and contains no secret. */
export class StartError extends Error {
  override readonly name = "StartError";
}
