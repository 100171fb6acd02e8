import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listImports, resolveInTree } from "./listImports.ts";

const CHAIN_FOLDER = /^src\/adapters\/wallets\/[^/]+\//u;

/** Imports that load a chain's wallet at once, outside its own folder; each as `<file> imports <specifier>`. */
function findEagerImports(file: string, code: string): string[] {
  return listImports(file, code)
    .filter(({ specifier, isTypeOnly, isLazy }) => {
      const [folder] = CHAIN_FOLDER.exec(resolveInTree(file, specifier) ?? "") ?? [];
      return folder !== undefined && !file.startsWith(folder) && !isTypeOnly && !isLazy;
    })
    .map(({ specifier }) => `${file} imports ${specifier}`);
}

test("each chain's wallet is loaded only when one of its kind is needed", () => {
  const files = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.(?:test|stories)\./u.test(file));
  expect(files.some((file) => CHAIN_FOLDER.test(file))).toBe(true);
  expect(files.flatMap((file) => findEagerImports(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["src/flows/payment.ts", 'import { x } from "#src/adapters/wallets/sample/wallet.ts";'],
  ["src/adapters/wallets/loadWallet.ts", 'import { x } from "./sample/wallet.ts";'],
  ["src/adapters/wallets/other/wallet.ts", 'export { x } from "../sample/wallet.ts";'],
])("an import that loads one at once is found in %s", (file, code) => {
  expect(findEagerImports(file, code)).toHaveLength(1);
});

test.each([
  ["src/adapters/wallets/loadWallet.ts", 'const x = import("./sample/wallet.ts");'],
  ["src/flows/payment.ts", 'import type { X } from "#src/adapters/wallets/sample/wallet.ts";'],
  ["src/adapters/wallets/sample/wallet.ts", 'import { x } from "./parts.ts"; import { y } from "../rejectWallet.ts";'],
])("%s may load one later, know its types, and be one", (file, code) => {
  expect(findEagerImports(file, code)).toEqual([]);
});
