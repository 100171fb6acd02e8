import type { Clock } from "./clock.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The fields that a log line may have. Bodies, tokens, codes, passphrases and launch data are not among them. */
const ALLOWED_FIELDS = [
  "address",
  "applied",
  "attempt",
  "chain",
  "chatId",
  "code",
  "coinType",
  "count",
  "durationMs",
  "endpoint",
  "envelopeId",
  "job",
  "letter",
  "method",
  "migration",
  "operationId",
  "orderId",
  "position",
  "queue",
  "reason",
  "requestId",
  "retryAfterMs",
  "rowCount",
  "setting",
  "status",
  "tgUserId",
  "txHash",
  "url",
  "walletId",
] as const;

type AllowedField = (typeof ALLOWED_FIELDS)[number];

export type LogFields = { [Field in AllowedField]?: string | number | bigint | boolean | null | readonly string[] } & {
  /** Any thrown value. Its name, code, message and stack are written, with secrets masked. */
  error?: unknown;
};

/** Writes one JSON line per event. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

interface LoggerOptions {
  level: LogLevel;
  clock: Clock;
  /** Values that never appear in the output. */
  secrets: readonly string[];
  write: (line: string) => void;
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorMessage: typeof error === "string" ? error : typeof error };
  const code = "code" in error && typeof error.code === "string" ? { errorCode: error.code } : {};
  return { errorName: error.name, errorMessage: error.message, ...code, stack: error.stack };
}

/** A logger that writes only the allowed fields and masks the given secrets. */
export function createLogger({ level, clock, secrets, write }: LoggerOptions): Logger {
  const lowest = LOG_LEVELS.indexOf(level);
  // A shorter secret would mask ordinary words.
  const masked = secrets.filter((secret) => secret.length >= 8);

  function log(lineLevel: Exclude<LogLevel, "silent">, fields: LogFields, message: string): void {
    if (LOG_LEVELS.indexOf(lineLevel) < lowest) return;
    const line: Record<string, unknown> = { time: clock.now().toISOString(), level: lineLevel, message };
    for (const field of ALLOWED_FIELDS) {
      const value = fields[field];
      if (value !== undefined) line[field] = typeof value === "bigint" ? value.toString() : value;
    }
    if (fields.error !== undefined) Object.assign(line, describeError(fields.error));
    write(
      masked.reduce(
        (text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), "•••"),
        JSON.stringify(line),
      ),
    );
  }

  return {
    debug: (fields, message) => log("debug", fields, message),
    info: (fields, message) => log("info", fields, message),
    warn: (fields, message) => log("warn", fields, message),
    error: (fields, message) => log("error", fields, message),
  };
}
