import type { components } from "#contract/schema.d.ts";

export type RecordStatus = components["schemas"]["RecordStatus"];

export const RECORD_STATUSES: readonly RecordStatus[] = ["notReceived", "partiallyReceived", "received"];
