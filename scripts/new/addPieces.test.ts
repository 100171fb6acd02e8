import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { afterEach, beforeEach, expect, it } from "vitest";

import { addPieces, type Piece } from "./addPieces.ts";
import { planCall } from "./planCall.ts";
import { planMachine } from "./planMachine.ts";
import { planScreen } from "./planScreen.ts";

const LISTS = ["openapi.yaml", "server/http/handlers.ts", "src/routes/paths.ts", "src/routes/screens.ts"];

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "hongbao-new-"));
  for (const file of LISTS) cpSync(path.join(import.meta.dirname, "../..", file), path.join(root, file));
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

it.each<[string, Piece[], string[]]>([
  [
    "a machine",
    planMachine("gift"),
    [
      "machines/gift/gift.machine.ts",
      "machines/gift/gift.view.ts",
      "machines/gift/gift.test.ts",
      "machines/gift/gift.model.ts",
      "src/adapters/actors/gift.ts",
    ],
  ],
  [
    "a screen",
    planScreen("giftShop"),
    [
      "src/screens/giftShop/GiftShop.tsx",
      "src/screens/giftShop/GiftShop.module.css",
      "src/screens/giftShop/GiftShop.browser.test.tsx",
      "gallery/screens/giftShop.walk.tsx",
      "src/routes/paths.ts",
      "src/routes/screens.ts",
    ],
  ],
  [
    "a call",
    planCall("giftList", "looks"),
    ["openapi.yaml", "server/looks/giftList.ts", "server/looks/giftList.db.test.ts", "server/http/handlers.ts"],
  ],
])("writes the files of %s once, and nothing where one is there", (_what, pieces, files) => {
  expect(addPieces(root, pieces)).toEqual(files);
  const written = files.map(read);
  expect(() => addPieces(root, pieces)).toThrow(/is there already/u);
  expect(files.map(read)).toEqual(written);
  expect(written.join()).toContain("expect.fail(");
});

it("names a screen and a call where the app and the server find them", () => {
  addPieces(root, [...planScreen("giftShop"), ...planCall("giftList", "looks")]);
  expect(read("src/routes/paths.ts")).toContain('  "/giftShop",\n] as const;');
  expect(read("src/routes/screens.ts")).toContain('import("#src/screens/giftShop/GiftShop.tsx")');
  const { paths } = parse(read("openapi.yaml")) as { paths: Record<string, unknown> };
  expect(paths).toHaveProperty("/v1/looks/giftList.get.operationId", "giftList");
  expect(read("server/http/handlers.ts")).toMatch(/import \{ giftList \}[\s\S]+ {2}giftList,\n/u);
});

it("writes nothing where a list has no place for it", () => {
  const pieces: Piece[] = [
    { file: "new.ts", text: "" },
    { file: "src/routes/paths.ts", before: "no such line", lines: "" },
  ];
  expect(() => addPieces(root, pieces)).toThrow("src/routes/paths.ts has no single no such line");
  expect(() => read("new.ts")).toThrow(/ENOENT/u);
});
