import type { Logger } from "#server/logger.ts";

/** For tests that do not check the log. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
