import type { DatabaseLogger } from "#server/db/databaseLogger.ts";

/** For parts whose log is not what a test looks at. */
export const silentLogger: DatabaseLogger = { info() {}, warn() {}, error() {} };
