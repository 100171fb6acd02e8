import type { Logger } from "#server/logger.ts";

/** For parts whose log is not what a test looks at. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
