import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IMPORT_RULES, ROOMS, type Room } from "./importRules.ts";
import { findForbiddenImports } from "./findForbiddenImports.ts";

/** Whole rooms are read, on a computer that may be busy. */

describe("a room", () => {
  test.each(ROOMS)("%s/ imports only what its rule allows", (room) => {
    const files = globSync(`${room}/**/*.{ts,tsx}`).filter((file) => !/\.(?:test|stories|model)\./u.test(file));
    expect(files.length + globSync(`${room}/**/*.json`).length).toBeGreaterThan(0);
    expect(files.flatMap((file) => findForbiddenImports(room, file, readFileSync(file, "utf8")))).toEqual([]);
  });

  test.each<[string, Room, string]>([
    ["an alias", "domain", 'import { x } from "#server/x.ts";'],
    ["a relative path", "domain", 'import { x } from "../../server/x.ts";'],
    ["a re-export", "machines", 'export { x } from "#src/x.ts";'],
    ["a dynamic import", "src", 'export const x = import("#devnet/x.ts");'],
    ["a glob", "src", 'export const x = import.meta.glob(["/server/*.ts"]);'],
    ["a type of a module", "src", 'export type X = import("#server/x.ts").X;'],
    ["a value where only types may pass", "machines", 'import { x } from "#contract/x.ts";'],
    ["another machine than a life cycle", "server", 'import { x } from "../../machines/session/x.ts";'],
    ["a package", "domain", 'import { x } from "react";'],
    ["a module of the runtime", "src", 'import { x } from "node:fs";'],
  ])("a forbidden import is found in %s", (_, room, code) => {
    expect(findForbiddenImports(room, `${room}/folder/sample.ts`, code)).toHaveLength(1);
  });

  test.each<[Room, string]>([
    ["machines", 'import type { X } from "#contract/x.ts";'],
    ["server", 'import { x } from "#machines/lifecycle/order/x.ts";'],
    ["src", 'import { x } from "../../domain/x.ts"; import { y } from "./y.ts"; import { z } from "../z.ts";'],
  ])("%s/ may import what its rule allows", (room, code) => {
    expect(findForbiddenImports(room, `${room}/folder/sample.ts`, code)).toEqual([]);
  });
});

describe("the linter", () => {
  const TARGETS = [...ROOMS, "machines/lifecycle", "devnet", "tests", "scripts"];
  const root = process.cwd();
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-import-rules-"));
    copyFileSync(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Files of a room, one for each way to import something of `target`. */
  function writeSamples(room: Room, target: string): string[] {
    return ["#", "../../"].map((prefix, index) => {
      const file = `${room}/folder/${target.replace("/", "-")}${String(index)}.ts`;
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      const specifier = `${prefix}${target}/folder/sample.ts`;
      writeFileSync(path.join(folder, file), `import { x } from "${specifier}";\nexport const y = x;\n`);
      return file;
    });
  }

  function listRefused(): string[] {
    const program = path.join(root, "node_modules/oxlint/bin/oxlint");
    const { stdout } = spawnSync(process.execPath, [program, "--format", "json", "."], {
      cwd: folder,
      encoding: "utf8",
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    return diagnostics
      .filter(({ code }) => code === "eslint(no-restricted-imports)")
      .map(({ filename }) => filename)
      .toSorted();
  }

  test("refuses every forbidden import, by alias and by relative path, and no other", () => {
    const forbidden = ROOMS.flatMap((room) =>
      TARGETS.filter((target) => target.split("/")[0] !== room).flatMap((target) => {
        const files = writeSamples(room, target);
        const isAllowed = IMPORT_RULES[room].values.some(
          (allowed) => allowed === target || target.startsWith(`${allowed}/`),
        );
        return isAllowed ? [] : files;
      }),
    );
    writeFileSync(path.join(folder, "machines/folder/types.ts"), 'export type { X } from "#contract/x.ts";\n');
    expect(listRefused()).toEqual(forbidden.toSorted());
  });

  test("refuses what knows the product in components/ui/", () => {
    const write = (name: string, specifiers: readonly string[]): string[] =>
      specifiers.map((specifier, index) => {
        const file = `src/components/ui/${name}${String(index)}.ts`;
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), `import { x } from "${specifier}";\nexport const y = x;\n`);
        return file;
      });
    write("open", ["./Button.tsx", "#src/format/formatTime.ts", "#src/hooks/useModal.ts", "react"]);
    const forbidden = write("closed", [
      "#machines/kit/viewAction.ts",
      "#contract/errors.ts",
      "#domain/coins.ts",
      "#src/adapters/actors/payment.ts",
      "#src/hooks/useApp.ts",
      "#src/components/amount/Amount.tsx",
      "../amount/Amount.tsx",
      "../../adapters/actors/payment.ts",
      "react-router-dom",
      "react-i18next",
    ]);
    expect(listRefused().filter((file) => file.startsWith("src/components/ui/"))).toEqual(forbidden.toSorted());
  });
});
