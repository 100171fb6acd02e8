import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeFolder } from "./makeFolder.ts";

const root = mkdtempSync(path.join(tmpdir(), "hongbao-folder-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("makeFolder", () => {
  test("creates missing parents, and leaves existing folders alone", () => {
    const folder = path.join(root, "a", "b", "c");
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("throws under a file", () => {
    writeFileSync(path.join(root, "file"), "");
    expect(() => makeFolder(path.join(root, "file", "sub"))).toThrow("ENOTDIR");
  });

  test.runIf(process.platform === "linux")("throws where the file system allows no folders", () => {
    expect(() => makeFolder("/proc/hongbao/data")).toThrow("ENOENT");
  });
});
