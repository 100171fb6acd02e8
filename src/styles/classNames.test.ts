import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const IMPORT = /^import (\w+) from "(.+\.module\.css)";$/gm;

/** The modules of styles that a component imports, and the classes that it names of each. */
function listNamed(path: string): { path: string; module: string; named: string[] }[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(IMPORT)].map(([, table = "", from = ""]) => ({
    path,
    module: from.startsWith("#src/") ? from.slice(1) : join(dirname(path), from),
    named: [...text.matchAll(new RegExp(`\\b${table}\\.(\\w+)`, "g"))].map(([, name = ""]) => name),
  }));
}

function listClasses(module: string): ReadonlySet<string> {
  const styles = readFileSync(module, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return new Set([...styles.matchAll(/\.([a-z]\w*)/gi)].map(([, name = ""]) => name));
}

test.each(globSync("src/**/*.tsx").flatMap((path) => listNamed(path)))(
  "$module has each class that $path names",
  ({ module, named }) => {
    const classes = listClasses(module);
    expect(named.filter((name) => !classes.has(name))).toEqual([]);
  },
);
