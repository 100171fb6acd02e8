import type { Rolldown } from "vite";

/** What every first visit loads: the entry, the messenger's part and the first page. */
const FIRST_MODULES =
  /[\\/]src[\\/](?:main\.tsx|adapters[\\/]telegram[\\/]sdk\.ts|screens[\\/]homePage[\\/]HomePage\.tsx)$/;

/** Whether a first visit loads a module: it is one of those, or one of them imports it. */
function isFirstModule(id: string, context: Rolldown.ChunkingContext): boolean {
  const importers = new Set([id]);
  for (const importer of importers) {
    if (FIRST_MODULES.test(importer)) return true;
    for (const next of context.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  }
  return false;
}

/**
 * The page names the first three chunks, since chunks that are discovered one after the other cost a round trip each.
 * React has its own chunk, so that it is evaluated in its own task; the libraries stay cached when only the app
 * changes. Several later screens share the last chunk.
 */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  {
    name: "react",
    test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]src[\\/]start[\\/]react\.ts$/,
    priority: 4,
  },
  {
    name: (id, context) => (isFirstModule(id, context) ? "libraries" : null),
    debugName: "libraries",
    test: /[\\/]node_modules[\\/]/,
    priority: 3,
  },
  { name: (id, context) => (isFirstModule(id, context) ? "first" : null), debugName: "first", priority: 2 },
  { name: "parts", minShareCount: 2, priority: 1 },
];
