import type { ErrorKey } from "#contract/errors.ts";
import type { OperationId } from "#contract/operations.ts";

/** Declared errors that cannot be provoked over the API yet, each with its reason. */
export const UNPROVOKED_ERRORS: Partial<Record<OperationId, Partial<Record<ErrorKey, string>>>> = {};
