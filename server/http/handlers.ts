import type { OPERATIONS, OperationId } from "#contract/operations.ts";
import type { Handler } from "./handler.ts";

type BuiltOperationId = {
  [Op in OperationId]: (typeof OPERATIONS)[Op]["status"] extends "built" ? Op : never;
}[OperationId];

/** One handler per built call; a planned call has none and answers notAvailable. */
export type Handlers = { [Op in BuiltOperationId]?: Handler<Op> };

export const handlers: Handlers = {};
