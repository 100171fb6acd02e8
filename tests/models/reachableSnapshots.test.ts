import { expect, test } from "vitest";
import { getBaseKey } from "../locales/pluralKey.ts";
import { NAMESPACES, readTexts } from "../locales/readTexts.ts";
import { reachableSnapshots } from "./reachableSnapshots.ts";
import { MODELS } from "./registry.ts";

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

test.each([...MODELS].filter(([, { view }]) => view !== undefined).map(([name]) => name))(
  "every text that %s can show exists",
  { timeout: 60_000 },
  async (name) => {
    const snapshots = await reachableSnapshots(name);
    const view = MODELS.get(name)?.view;
    const keys = new Set(snapshots.flatMap(({ snapshot }) => listTextKeys(view?.(snapshot))));
    // A life cycle has no controls, and its status is worded where it is shown.
    const hasControls = snapshots.some(({ snapshot }) => (view?.(snapshot).actions ?? []).length > 0);
    expect(keys.size > 0).toBe(hasControls);
    expect([...keys].filter((key) => !TEXTS.has(key))).toEqual([]);
  },
);
