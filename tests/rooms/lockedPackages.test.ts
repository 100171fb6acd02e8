import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Lock {
  packages: Readonly<Record<string, { version?: string; integrity?: string; link?: boolean; optional?: boolean }>>;
}

/** The LiteSVM of other machines, for development alone: the registry's answers named no sum of this version. */
const UNKNOWN = [
  "node_modules/litesvm-darwin-arm64",
  "node_modules/litesvm-darwin-x64",
  "node_modules/litesvm-linux-arm64-gnu",
  "node_modules/litesvm-linux-arm64-musl",
  "node_modules/litesvm-linux-x64-musl",
];

test("every locked package is tied to its content, so that a registry can give no other", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const places = Object.entries(packages).filter(([place, { link }]) => place !== "" && link !== true);
  expect(places.length).toBeGreaterThan(100);
  const loose = places.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true);
  expect(loose.map(([place]) => place).toSorted()).toEqual(UNKNOWN);
});
