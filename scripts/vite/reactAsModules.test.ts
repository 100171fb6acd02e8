import { describe, expect, it } from "vitest";

import { toModule } from "./reactAsModules.ts";

/** Evaluates a module's text and returns its exports. */
async function load(code: string): Promise<Record<string, unknown>> {
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>;
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

  it("keeps a member that is assigned more than once up to date", async () => {
    const module = await load(
      toModule("exports.now = void 0;\nif (true) {\n  exports.now = () => exports.step;\n}\nexports.step = 5;"),
    );
    expect((module["now"] as () => number)()).toBe(5);
  });

  it("imports what the file requires", () => {
    const module = toModule('var Scheduler = require("scheduler"),\n  React = require("react");\nexports.a = React.b;');
    expect(module).toContain('import * as Scheduler from "scheduler";');
    expect(module).toContain('import * as React from "react";');
  });

  it("refuses a file that requires in another way", () => {
    expect(() => toModule('exports.a = require("react").b;')).toThrow("reactAsModules");
  });

  it("refuses a file that exports in another way", () => {
    expect(() => toModule("module.exports = {};")).toThrow("reactAsModules");
  });
});
