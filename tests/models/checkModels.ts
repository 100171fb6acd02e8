import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { getBaseKey } from "../locales/pluralKey.ts";
import { NAMESPACES, readTexts } from "../locales/readTexts.ts";
import { maskSnapshot, maskValue } from "#src/inspector/mask.ts";
import { findDoublePresses } from "./findDoublePresses.ts";
import { findStructureFaults } from "./findStructureFaults.ts";
import { plantSecrets, SECRET } from "./plantSecrets.ts";
import { MODELS } from "./registry.ts";
import { walkModel, type ReachedSnapshot, type Walk } from "./walkModel.ts";

const ROOT_MACHINE = "app";
/** The walks of a half take no more steps, so that they end within ten seconds on a quiet core. */
const MAX_WALK_STEPS = { first: 39_000, second: 78_000 };
/** Processor time of half of the machines together. A busy computer takes up to three times as much for the same steps. */
const MAX_WALKS_MS = 15_000;
const KEY = /^(app|errors|envelope|wallet):([\w.-]+)$/;
const TEXTS: ReadonlySet<string> = new Set(
  NAMESPACES.flatMap((namespace) =>
    [...readTexts("en", namespace).keys()].map((key) => `${namespace}:${getBaseKey(key)}`),
  ),
);

function listTextKeys(value: unknown): string[] {
  if (typeof value === "string") return KEY.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap((item) => listTextKeys(item)) : [];
}

/** The machines before this one by name take about as long as the rest. Two files share the work of two cores. */
const MIDDLE = "envelopeShare";

/** Checks and walks the machines of one half. */
export function checkModels(half: "first" | "second"): void {
  const models = [...MODELS].filter(([name]) => name < MIDDLE === (half === "first"));
  const walks = new Map<string, Omit<Walk, "snapshots"> & { ms: number }>();

  describe.each(models)("%s", (name, model) => {
    let reached: readonly ReachedSnapshot[] = [];

    test("keeps the anatomy", () => {
      expect(findStructureFaults(model.machine, name === ROOT_MACHINE)).toEqual([]);
    });

    test("walks every transition and every pair of transitions", async () => {
      const start = process.threadCpuUsage();
      const { snapshots, ...walk } = await walkModel(model);
      const used = process.threadCpuUsage(start);
      walks.set(name, { ...walk, ms: Math.round((used.user + used.system) / 1000) });
      expect(snapshots.length).toBeGreaterThan(0);
      expect(walk.unwalked).toEqual([]);
      reached = snapshots;
    });

    test("takes a double tap on a control for one press, wherever the walk came", () => {
      const presses = reached.flatMap(({ snapshot }) =>
        findDoublePresses(model, snapshot).map((type) => `${type} in ${JSON.stringify(snapshot.value)}`),
      );
      expect([...new Set(presses)]).toEqual([]);
    });

    test("tells an inspector no secret, wherever the walk came", () => {
      for (const { snapshot } of reached) {
        const { value, context, tags, status } = snapshot;
        const masked = maskSnapshot({ status, value, tags, children: {}, context: plantSecrets(context) });
        expect(JSON.stringify(masked)).not.toContain(SECRET);
        expect(masked).toMatchObject({ status, value });
      }
      const ends = Object.values(model.outcomes);
      const outputs = ends.flatMap(({ done }) => done).map((output) => ({ type: "done", output }));
      const errors = ends.flatMap(({ error }) => error).map((error) => ({ type: "failed", error }));
      const inputs = model.inputs.map((input) => ({ type: "xstate.init", input }));
      for (const sample of [...Object.values(model.events).flat(), ...outputs, ...errors, ...inputs]) {
        expect(JSON.stringify(maskValue(plantSecrets(sample)))).not.toContain(SECRET);
        expect(maskValue(sample)).toMatchObject({ type: sample.type });
      }
    });

    const { view } = model;
    test.runIf(view !== undefined)("shows only texts that there are, wherever the walk came", () => {
      const keys = new Set(reached.flatMap(({ snapshot }) => listTextKeys(view?.(snapshot))));
      // A life cycle has no controls, and its status is worded where it is shown.
      const hasControls = reached.some(({ snapshot }) => (view?.(snapshot).actions ?? []).length > 0);
      expect(keys.size > 0).toBe(hasControls);
      expect([...keys].filter((key) => !TEXTS.has(key))).toEqual([]);
    });
  });

  afterAll(() => {
    const folder = fileURLToPath(new URL("../report/", import.meta.url));
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}models.${half}.json`, `${JSON.stringify(Object.fromEntries(walks), null, 2)}\n`);
    console.table(Object.fromEntries(walks), [
      "places",
      "moves",
      "steps",
      "runs",
      "edges",
      "walkedEdges",
      "edgePairs",
      "ms",
    ]);
  });

  test("the walks together stay within their time", () => {
    const sum = (read: "steps" | "ms"): number => [...walks.values()].reduce((total, walk) => total + walk[read], 0);
    expect(sum("steps")).toBeLessThan(MAX_WALK_STEPS[half]);
    expect(sum("ms")).toBeLessThan(MAX_WALKS_MS);
  });
}
