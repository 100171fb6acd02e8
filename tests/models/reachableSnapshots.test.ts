import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reachableSnapshots } from "./reachableSnapshots.ts";
import { MODELS } from "./registry.ts";

const KEY = /^(app|errors|envelope|wallet):([\w.-]+)$/;
const PLURAL_FORMS = ["", "_one", "_other"];

function listTextKeys(value: unknown): string[] {
  if (typeof value === "string") return KEY.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap((item) => listTextKeys(item)) : [];
}

function hasText(key: string): boolean {
  const [, namespace, path] = KEY.exec(key) ?? [];
  const texts: unknown = JSON.parse(
    readFileSync(new URL(`../../locales/en/${namespace ?? ""}.json`, import.meta.url), "utf8"),
  );
  return PLURAL_FORMS.some((form) => {
    const found = `${path ?? ""}${form}`
      .split(".")
      .reduce<unknown>(
        (node, step) =>
          typeof node === "object" && node !== null ? (node as Record<string, unknown>)[step] : undefined,
        texts,
      );
    return typeof found === "string";
  });
}

test.each([...MODELS].filter(([, { view }]) => view !== undefined).map(([name]) => name))(
  "every text that %s can show exists",
  { timeout: 60_000 },
  async (name) => {
    const snapshots = await reachableSnapshots(name);
    const view = MODELS.get(name)?.view;
    const keys = new Set(snapshots.flatMap(({ snapshot }) => listTextKeys(view?.(snapshot))));
    expect(keys.size).toBeGreaterThan(0);
    expect([...keys].filter((key) => !hasText(key))).toEqual([]);
  },
);
