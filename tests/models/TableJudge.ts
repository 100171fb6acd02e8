import type { AnyActor, AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition } from "xstate";
import { getEdgeId, getEventKey, identifyTransition, listActivePaths } from "./chartEdges.ts";
import { listDeferred, type Deferred } from "./deferred.ts";
import type { Context, WalkedTable } from "./model.ts";
import { getRows, selectRows, type PlacedRow } from "./tableRows.ts";
import { toCanonical } from "./toCanonical.ts";

/** An event that a row expects, by its type or whole. */
type ExpectedEvent = string | { type: string };

export interface Microstep {
  event: AnyEventObject;
  snapshot: AnyMachineSnapshot;
  transitions: readonly AnyTransitionDefinition[];
}

/** Compares what an actor does with what the table of its chart says. */
export class TableJudge {
  readonly #table: WalkedTable;
  readonly #actor: AnyActor;
  readonly #fail: (text: string) => never;
  readonly #checkedInputs = new WeakSet<Deferred>();

  constructor(table: WalkedTable, actor: AnyActor, fail: (text: string) => never) {
    this.#table = table;
    this.#actor = actor;
    this.#fail = fail;
  }

  checkStart(input: unknown, microsteps: readonly Microstep[]): void {
    let expected = this.#table.context(input);
    for (const microstep of microsteps) {
      for (const { row } of this.#listRows(microstep)) expected = applyChanges(row, expected, microstep.event);
    }
    this.#compareContexts("start", expected, this.#getSnapshot().context as Context);
    this.#checkInputs({ type: "xstate.init" });
  }

  /** @param before the snapshot that the step began with */
  checkStep(
    before: AnyMachineSnapshot,
    microsteps: readonly Microstep[],
    { emitted, sent }: { emitted: readonly AnyEventObject[]; sent: readonly AnyEventObject[] },
  ): void {
    let snapshot = before;
    const edges: string[] = [];
    const emits: ExpectedEvent[] = [];
    const sends: ExpectedEvent[] = [];
    for (const microstep of microsteps) {
      const taken = this.#listRows(microstep);
      const isEventless = taken.length > 0 && taken.every(({ id }) => id.includes("--always#"));
      this.#compareRows(selectRows(this.#table, snapshot, microstep.event, isEventless), taken, microstep.event);
      let expected = snapshot.context as Context;
      for (const { row } of taken) {
        emits.push(...getExpectedEvents(row.emits, expected, microstep.event));
        sends.push(...getExpectedEvents(row.sends, expected, microstep.event));
        expected = applyChanges(row, expected, microstep.event);
      }
      const ids = taken.map(({ id }) => id);
      edges.push(...ids);
      this.#compareContexts(ids.join(", ") || "an ignored event", expected, microstep.snapshot.context as Context);
      ({ snapshot } = microstep);
    }
    this.#compareEvents(`${edges.join(", ")} emits`, emits, emitted);
    this.#compareEvents(`${edges.join(", ")} sends`, sends, sent);
    const last = microsteps.at(-1);
    if (last !== undefined) this.#checkInputs(last.event);
  }

  /** What requests that began since the last check were asked. */
  #checkInputs(event: AnyEventObject): void {
    const snapshot = this.#getSnapshot();
    const active = listActivePaths(snapshot);
    for (const deferred of listDeferred(this.#actor)) {
      if (this.#checkedInputs.has(deferred)) continue;
      this.#checkedInputs.add(deferred);
      const { self, input } = deferred;
      const asks = this.#table.asks?.[self.id];
      const expected = asks?.(snapshot.context as Context, { isIn: (path) => active.has(path), event });
      const wanted = expected === undefined ? "nothing" : toCanonical(expected);
      const got = input === undefined ? "nothing" : toCanonical(input);
      if (wanted !== got) this.#fail(`${self.id} is asked ${got}, table says ${wanted}`);
    }
  }

  #getSnapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot() as AnyMachineSnapshot;
  }

  #listRows(microstep: Microstep): PlacedRow[] {
    return microstep.transitions.map((transition) => {
      const { source, key, index } = identifyTransition(transition);
      const id = getEdgeId(source, key, index);
      const row = getRows(this.#table, source, key)[index];
      if (row === undefined) return this.#fail(`${id} is taken and has no row in the table`);
      return { id, row };
    });
  }

  #compareRows(expected: readonly PlacedRow[], taken: readonly PlacedRow[], event: AnyEventObject): void {
    const toIds = (rows: readonly PlacedRow[]): string =>
      rows
        .map(({ id }) => id)
        .sort()
        .join(", ") || "nothing";
    if (toIds(expected) !== toIds(taken))
      this.#fail(
        `${getEventKey(event.type)} ${JSON.stringify(event)} takes ${toIds(taken)}, table says ${toIds(expected)}`,
      );
  }

  #compareEvents(place: string, expected: readonly ExpectedEvent[], actual: readonly AnyEventObject[]): void {
    const wanted = toCanonical(expected);
    const got = toCanonical(actual.map((event, index) => (typeof expected[index] === "string" ? event.type : event)));
    if (wanted !== got) this.#fail(`${place} ${got}, table says ${wanted}`);
  }

  #compareContexts(place: string, expected: Context, actual: Context): void {
    for (const field of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      // Most fields are left alone by a step; all of them are checked to be JSON by the rules.
      if (expected[field] === actual[field]) continue;
      const wanted = toCanonical(expected[field] ?? null, field);
      const got = toCanonical(actual[field] ?? null, field);
      if (wanted !== got) this.#fail(`${place}: context.${field} is ${got}, table says ${wanted}`);
    }
  }
}

function applyChanges(row: PlacedRow["row"], before: Context, event: AnyEventObject): Context {
  return { ...before, ...(typeof row.changes === "function" ? row.changes(before, event) : row.changes) };
}

function getExpectedEvents(
  expected: PlacedRow["row"]["emits"],
  before: Context,
  event: AnyEventObject,
): readonly ExpectedEvent[] {
  return typeof expected === "function" ? expected(before, event) : (expected ?? []);
}
