import { MASK } from "../mask.ts";
import type { RecordedActor, RecordedEvent } from "./recording.ts";

/** Code of a value. A masked text becomes a placeholder, which is named after its field. */
class Writer {
  readonly placeholders: string[] = [];

  write(value: unknown, name: string): string {
    if (value === MASK) return this.#addPlaceholder(name);
    if (Array.isArray(value)) return `[${value.map((item) => this.write(item, name)).join(", ")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
    const fields = Object.entries(value).map(
      ([field, content]: [string, unknown]) => `${JSON.stringify(field)}: ${this.write(content, field)}`,
    );
    return `{ ${fields.join(", ")} }`;
  }

  #addPlaceholder(name: string): string {
    const word = name.replaceAll(/\W/gu, "");
    const placeholder = `${/^\D/u.test(word) ? word : `text${word}`}${String(this.placeholders.length + 1)}`;
    this.placeholders.push(placeholder);
    return `masked.${placeholder}`;
  }
}

/**
 * Writes a test that gives an actor the events which it received and expects the states that it was in. Nothing that it
 * invokes works: what its actors answered and its delays are among the events. Null if its first event is not recorded.
 */
export function writeTest(actor: RecordedActor, events: readonly RecordedEvent[]): string | null {
  const own = events.filter(({ targetId, snapshot }) => targetId === actor.sessionId && snapshot !== null);
  const [first, ...rest] = own;
  if (actor.chart === null || first?.type !== "xstate.init") return null;
  const writer = new Writer();
  const input = writer.write(actor.input, "input");
  const steps = rest
    .filter(({ type }) => type !== "xstate.stop")
    .map(({ event, snapshot }) => `  [${writer.write(event, "text")}, ${JSON.stringify(snapshot?.states ?? [])}],`);
  const masked = writer.placeholders.map((name) => `  ${name}: ${JSON.stringify(name)},`);
  return `import { expect, it } from "vitest";
import { createActor, fromPromise, getStateNodes, type AnyEventObject } from "xstate";
import { MODELS } from "#tests/models/registry.ts";

${masked.length === 0 ? "" : `/** Texts that the recording does not hold; give them what the chart expects. */\nconst masked = {\n${masked.join("\n")}\n};\n\n`}const STEPS: readonly (readonly [AnyEventObject, readonly string[]])[] = [
${steps.join("\n")}
];

it(${JSON.stringify(`replays a recording of ${actor.chart}`)}, () => {
  const machine = MODELS.get(${JSON.stringify(actor.chart)})?.machine;
  if (machine === undefined) throw new Error("the chart has no model");
  const never = fromPromise(() => new Promise(() => {}));
  const names = Object.keys(machine.implementations.actors);
  const still = { setTimeout: () => 0, clearTimeout: () => {} };
  const actor = createActor(machine.provide({ actors: Object.fromEntries(names.map((name) => [name, never])) }), {
    clock: still,
    input: ${input},
  }).start();
  const listStates = () => getStateNodes(machine.root, actor.getSnapshot().value).map(({ id }) => id);
  expect(listStates()).toEqual(${JSON.stringify(first.snapshot?.states ?? [])});
  for (const [event, states] of STEPS) {
    actor.send(event);
    expect(listStates(), event.type).toEqual(states);
  }
});
`;
}
