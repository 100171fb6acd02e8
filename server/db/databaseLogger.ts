/** The part of the server's logger that the database speaks to. */
export interface DatabaseLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
