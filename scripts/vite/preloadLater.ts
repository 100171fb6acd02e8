import type { Plugin, Rolldown } from "vite";

/** Chunks with all that they import, and the style sheets of them all. */
function listFiles(bundle: Rolldown.OutputBundle, names: readonly string[]): ReadonlySet<string> {
  const files = new Set(names);
  for (const file of files) {
    const output = bundle[file];
    if (output?.type !== "chunk") continue;
    for (const next of [...output.imports, ...(output.viteMetadata?.importedCss ?? [])]) files.add(next);
  }
  return files;
}

/** The entry and all that it imports: the page names these chunks, so they are there before anything asks for another. */
function listFirstFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const entries = Object.values(bundle).filter((output) => output.type === "chunk" && output.isEntry);
  return listFiles(
    bundle,
    entries.map(({ fileName }) => fileName),
  );
}

/**
 * Lists the files that a script fetches together with a chunk that it imports late. A list leaves out the chunk itself,
 * the files of the first load, and what the script has imported before: all of them are there or asked for already.
 */
export function preloadLater(): Plugin {
  let bundle: Rolldown.OutputBundle = {};
  let firstFiles: ReadonlySet<string> = new Set();
  const filesByHost = new Map<string, ReadonlySet<string>>();
  const listHostFiles = (host: string) => {
    const files = filesByHost.get(host) ?? listFiles(bundle, [host]);
    filesByHost.set(host, files);
    return files;
  };
  return {
    name: "preload-later",
    apply: "build",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (chunk, dependencies, { hostId, hostType }) => {
            if (hostType === "html") return dependencies;
            const there = listHostFiles(hostId);
            return dependencies.filter((file) => file !== chunk && !firstFiles.has(file) && !there.has(file));
          },
        },
      },
    }),
    generateBundle: {
      // Vite writes the lists in its own hook.
      order: "pre",
      handler: (_, written) => {
        bundle = written;
        filesByHost.clear();
        firstFiles = listFirstFiles(bundle);
      },
    },
  };
}
