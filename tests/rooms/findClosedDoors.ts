import path from "node:path";
import { DOORS, type Room } from "./doors.ts";
import { listImports } from "./listImports.ts";

/** Imports of a file for which its room has no door, each as `<file> imports <specifier>`. `file` is a path from the root. */
export function findClosedDoors(room: Room, file: string, code: string): string[] {
  return listImports(file, code)
    .filter(({ specifier, isTypeOnly }) => !isOpen(room, file, specifier, isTypeOnly))
    .map(({ specifier }) => `${file} imports ${specifier}`);
}

function isOpen(room: Room, file: string, specifier: string, isTypeOnly: boolean): boolean {
  const target = resolveInTree(file, specifier);
  const { values, types, packages } = DOORS[room];
  if (target === null) return packages.test(specifier);
  const folders: readonly string[] = isTypeOnly ? [room, ...values, ...types] : [room, ...values];
  return folders.some((folder) => target.startsWith(`${folder}/`));
}

/** The path from the root that a specifier stands for, or null for a package. */
function resolveInTree(file: string, specifier: string): string | null {
  if (specifier.startsWith("#") || specifier.startsWith("/")) return specifier.slice(1);
  return specifier.startsWith(".") ? path.posix.join(path.posix.dirname(file), specifier) : null;
}
