import type { Handlers } from "#server/http/handlers.ts";

/** The handlers of a server that is asked for nothing else. */
export function onlyHandlers(handlers: Partial<Handlers>): Handlers {
  return handlers as Handlers;
}
