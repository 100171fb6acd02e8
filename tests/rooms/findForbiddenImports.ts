import { IMPORT_RULES, type Room } from "./importRules.ts";
import { listImports, resolveInTree } from "./listImports.ts";

/** Imports of a file that the rule of its room forbids, each as `<file> imports <specifier>`. `file` is a path from the root. */
export function findForbiddenImports(room: Room, file: string, code: string): string[] {
  return listImports(file, code)
    .filter(({ specifier, isTypeOnly }) => !isAllowed(room, file, specifier, isTypeOnly))
    .map(({ specifier }) => `${file} imports ${specifier}`);
}

function isAllowed(room: Room, file: string, specifier: string, isTypeOnly: boolean): boolean {
  const target = resolveInTree(file, specifier);
  const { values, types, packages } = IMPORT_RULES[room];
  if (target === null) return packages.test(specifier);
  const folders: readonly string[] = isTypeOnly ? [room, ...values, ...types] : [room, ...values];
  return folders.some((folder) => target.startsWith(`${folder}/`));
}
