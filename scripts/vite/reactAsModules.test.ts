import { describe, expect, it } from "vitest";

import { toModule } from "./reactAsModules.ts";

const toDataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/**
 * Evaluates a module's text and returns its exports. A second module imports them: Vitest's own import would also
 * export the default's members.
 */
async function load(code: string): Promise<Record<string, unknown>> {
  const importer = `import * as loaded from "${toDataUrl(code)}"; export { loaded };`;
  const { loaded } = (await import(toDataUrl(importer))) as { loaded: Record<string, unknown> };
  return loaded;
}

describe("toModule", () => {
  it("exports each member of `exports`, and all of them as the default", async () => {
    const {
      one,
      two,
      default: all,
    } = await load(toModule('"use strict";\nexports.one = 1;\nexports.two =\n  exports.one + 1;'));
    expect([one, two, all]).toEqual([1, 2, { one: 1, two: 2 }]);
  });

  it("keeps a member up to date that is assigned more than once", async () => {
    const module = await load(
      toModule("exports.now = void 0;\nif (true) {\n  exports.now = () => exports.step;\n}\nexports.step = 5;"),
    );
    expect((module["now"] as () => number)()).toBe(5);
  });

  it("imports what the file requires", async () => {
    const code = toModule(
      'var os = require("node:os"),\n  path = require("node:path");\nexports.separator = path.posix.sep;',
    );
    expect(code).toContain('import * as os from "node:os";');
    expect(code).toContain('import * as path from "node:path";');
    const { separator } = await load(code);
    expect(separator).toBe("/");
  });

  it("rejects a file with another form of require", () => {
    expect(() => toModule('exports.a = require("react").b;')).toThrow("reactAsModules");
  });

  it("rejects a file with another form of exports", () => {
    expect(() => toModule("module.exports = {};")).toThrow("reactAsModules");
  });
});
