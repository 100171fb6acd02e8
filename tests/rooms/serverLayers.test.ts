import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listImports, resolveInTree } from "./listImports.ts";
import { SERVER_LAYERS } from "./serverLayers.ts";

const HUB = "app.ts";

/** The room of a file of server/: its folder, or the file itself at the root. */
function findRoom(file: string): string {
  const inServer = path.posix.relative("server", file);
  const room = SERVER_LAYERS.find((layer) => inServer === layer || inServer.startsWith(`${layer}/`));
  return room ?? inServer;
}

function listTargets(file: string, code: string): { target: string; isTypeOnly: boolean }[] {
  return listImports(file, code).flatMap(({ specifier, isTypeOnly }) => {
    const target = resolveInTree(file, specifier);
    return target?.startsWith("server/") === true ? [{ target, isTypeOnly }] : [];
  });
}

/** Imports of a higher room, each as `<file> imports <file>`. */
function findUpwardImports(file: string, code: string): string[] {
  const room = findRoom(file);
  return listTargets(file, code)
    .filter(({ target, isTypeOnly }) => {
      const other = findRoom(target);
      if (other === room || other === HUB) return false;
      if (room === HUB) return !isTypeOnly;
      return SERVER_LAYERS.indexOf(other) >= SERVER_LAYERS.indexOf(room);
    })
    .map(({ target }) => `${file} imports ${target}`);
}

const files = globSync("server/**/*.ts").filter((file) => !file.includes(".test."));

test("each file of server/ is in a listed room", () => {
  expect(files.filter((file) => ![...SERVER_LAYERS, HUB].includes(findRoom(file)))).toEqual([]);
});

test("rooms of server/ import only from lower ones", () => {
  expect(files.flatMap((file) => findUpwardImports(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["server/ledger/sample.ts", 'import { x } from "#server/orders/x.ts";'],
  ["server/ledger/sample.ts", 'import type { X } from "../orders/x.ts";'],
  ["server/orders/sample.ts", 'import { x } from "../envelopes/life/x.ts";'],
  ["server/app.ts", 'import { x } from "./orders/x.ts";'],
])("an import that goes up is found in %s", (file, code) => {
  expect(findUpwardImports(file, code)).toHaveLength(1);
});
