import { expect, test } from "vitest";
import { nameSharedChunks } from "./sharedChunks.ts";

interface Module {
  imports?: readonly string[];
  later?: readonly string[];
  bytes?: number;
}

/** The first load is the page and its script; each screen is asked for by the script. */
const MODULES: Readonly<Record<string, Module>> = {
  page: { imports: ["script"] },
  script: { imports: ["base"], later: ["home", "send", "claim"] },
  base: {},
  home: { imports: ["base", "button", "label", "list"], later: ["sheet"] },
  send: { imports: ["button", "label", "list", "form"], later: ["sheet"] },
  claim: { imports: ["button", "label", "form", "phrase"] },
  sheet: { imports: ["button", "dialog"] },
  dialog: {},
  phrase: {},
  button: { bytes: 9_000 },
  label: { bytes: 9_000 },
  list: { bytes: 50 },
  form: { bytes: 50_000 },
};

function nameAll(modules = MODULES): Record<string, string | null> {
  const entries = Object.entries(modules);
  const listImporters = (id: string, kind: "imports" | "later") =>
    entries.filter(([, module]) => module[kind]?.includes(id)).map(([name]) => name);
  const getModuleInfo = (id: string) => ({
    id,
    isEntry: id === "page",
    importers: listImporters(id, "imports"),
    dynamicImporters: listImporters(id, "later"),
    importedIds: [...(modules[id]?.imports ?? [])],
    dynamicallyImportedIds: [...(modules[id]?.later ?? [])],
    code: "x".repeat(modules[id]?.bytes ?? 100),
  });
  const name = nameSharedChunks();
  return Object.fromEntries(entries.map(([id]) => [id, name(id, { getModuleInfo })]));
}

test("modules that the same screens load are in one chunk", () => {
  const names = nameAll();
  expect(names["button"]).not.toBeNull();
  expect(names["label"]).toBe(names["button"]);
});

test("what is small joins another chunk, and what costs a screen more than a request does not", () => {
  const names = nameAll();
  expect(names["list"]).toBe(names["button"]);
  expect(names["form"]).not.toBeNull();
  expect(names["form"]).not.toBe(names["button"]);
});

test("the first load, the screens, their later parts, and what one screen alone loads are left to the bundler", () => {
  const names = nameAll();
  const left = ["page", "script", "base", "home", "send", "claim", "sheet", "dialog", "phrase"];
  expect(left.filter((id) => names[id] !== null)).toEqual([]);
});

test("a screen that another one loads too keeps a chunk of its own", () => {
  const names = nameAll({ ...MODULES, claim: { imports: ["send"] } });
  expect(names["send"]).toBeNull();
});
