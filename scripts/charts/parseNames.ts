/** An event that XState itself sends: what happened to the actor or the delay of that name. */
interface SystemEvent {
  kind: "done" | "error" | "snapshot" | "after";
  name: string;
}

const SYSTEM_EVENTS: readonly (readonly [SystemEvent["kind"], RegExp])[] = [
  ["done", /^xstate\.done\.actor\.(.+)$/u],
  ["error", /^xstate\.error\.actor\.(.+)$/u],
  ["snapshot", /^xstate\.snapshot\.(.+)$/u],
  ["after", /^xstate\.after\.([^.]+)\./u],
];

/** Null for the app's own events. */
export function parseSystemEvent(eventType: string): SystemEvent | null {
  for (const [kind, pattern] of SYSTEM_EVENTS) {
    const name = pattern.exec(eventType)?.[1];
    if (name !== undefined) return { kind, name };
  }
  return null;
}

/**
 * The name of a guard, an action or an actor. One with parameters is an object with a type; `assign` and the like are
 * functions with one.
 */
export function getName(code: unknown): string {
  if (typeof code === "string") return code;
  const hasType = (typeof code === "object" || typeof code === "function") && code !== null && "type" in code;
  return hasType ? String(code.type) : "(inline)";
}
