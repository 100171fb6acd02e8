export type DatabaseUnavailableReason =
  | "unreachable"
  | "unsupported"
  | "folderLocked"
  | "folderUnwritable"
  | "migration"
  | "broken";

/** The database cannot be used. `message` says what the operator can do and contains no secret. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly reason: DatabaseUnavailableReason;

  constructor(reason: DatabaseUnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
