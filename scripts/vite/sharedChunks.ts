import type { Rolldown } from "vite";

/** To save a request, a screen may load this many bytes of source that it does not need. Fewer make more requests, more make larger screens. */
const REQUEST_BYTES = 1_100;

/** Modules that are loaded together, and the screens that load them. */
interface Chunk {
  modules: readonly string[];
  bytes: number;
  screens: ReadonlySet<string>;
}

type Facts = "isEntry" | "importers" | "dynamicImporters" | "importedIds" | "dynamicallyImportedIds" | "code";

/** What the bundler knows of the modules. */
interface Graph {
  getModuleInfo: (id: string) => Readonly<Pick<Rolldown.ModuleInfo, Facts>> | null;
}

/**
 * Names the chunk of each module that several screens share. Modules that the same screens load are in one chunk; chunks
 * are merged as long as that saves more requests than it costs bytes. The rest is left to the bundler, which loads
 * nothing that is not needed.
 */
export function nameSharedChunks(): (id: string, graph: Graph) => string | null {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    names ??= nameModules(mergeChunks(splitByScreens(findEntry(id, graph), graph)));
    return names.get(id) ?? null;
  };
}

function nameModules(chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  return new Map(chunks.flatMap(({ modules }, index) => modules.map((id) => [id, `shared${String(index)}`])));
}

/** A screen is what the first load asks for later. */
function splitByScreens(entry: string, graph: Graph): readonly Chunk[] {
  const first = listLoaded(entry, graph);
  const screens = new Set([...first].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  const users = new Map<string, string[]>();
  for (const screen of screens) {
    for (const id of listLoaded(screen, graph)) {
      const isPart = graph.getModuleInfo(id)?.dynamicImporters.length !== 0;
      if (!first.has(id) && !isPart) users.set(id, [...(users.get(id) ?? []), screen]);
    }
  }
  const shared = [...users].filter(([, { length }]) => length > 1);
  return [...Map.groupBy(shared, ([, names]) => names.join()).values()].map((alike) => ({
    modules: alike.map(([id]) => id),
    bytes: alike.reduce((sum, [id]) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0),
    screens: new Set(alike[0]?.[1]),
  }));
}

function mergeChunks(chunks: readonly Chunk[]): readonly Chunk[] {
  const pairs = chunks.flatMap((one, index) => chunks.slice(index + 1).map((other) => ({ one, other })));
  const [cheapest] = pairs
    .map(({ one, other }) => ({ one, other, waste: countWaste(one, other) }))
    .filter(({ waste }) => waste < REQUEST_BYTES)
    .sort((a, b) => a.waste - b.waste);
  if (cheapest === undefined) return chunks;
  const { one, other } = cheapest;
  const merged = {
    modules: [...one.modules, ...other.modules],
    bytes: one.bytes + other.bytes,
    screens: new Set([...one.screens, ...other.screens]),
  };
  return mergeChunks([...chunks.filter((chunk) => chunk !== one && chunk !== other), merged]);
}

/** Bytes that are loaded in vain for each request that is saved, where both are one chunk. */
function countWaste(one: Chunk, other: Chunk): number {
  const both = [...one.screens].filter((screen) => other.screens.has(screen)).length;
  return (one.bytes * (other.screens.size - both) + other.bytes * (one.screens.size - both)) / both;
}

/** A module and all that it imports, at any depth. */
function listLoaded(id: string, graph: Graph): ReadonlySet<string> {
  const loaded = new Set([id]);
  for (const next of loaded) for (const imported of graph.getModuleInfo(next)?.importedIds ?? []) loaded.add(imported);
  return loaded;
}

function findEntry(id: string, graph: Graph): string {
  const above = new Set([id]);
  for (const next of above) {
    const info = graph.getModuleInfo(next);
    if (info?.isEntry === true) return next;
    for (const importer of [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])]) above.add(importer);
  }
  throw new Error(`${id} is loaded by no entry`);
}
