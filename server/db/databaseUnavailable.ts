export type DatabaseUnavailableReason = "unreachable" | "unsupported" | "migration" | "sharding";

/** The database cannot be used. `message` tells the operator what to do and contains no secret. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly reason: DatabaseUnavailableReason;

  constructor(reason: DatabaseUnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
