import type { Plugin, Rolldown } from "vite";

/** The entry and all that it imports: the page names these chunks, so they are there before anything asks for another. */
function listFirstFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? [output] : []));
  const files = new Set(chunks.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : [])));
  for (const file of files) {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    for (const next of chunk?.imports ?? []) files.add(next);
  }
  return files;
}

/**
 * What is fetched beside a chunk when a script imports it. The first script holds the lists of all screens, so they name
 * neither the chunk itself, which is being asked for, nor what is there already.
 */
export function preloadLater(): Plugin {
  let firstFiles: ReadonlySet<string> = new Set();
  return {
    name: "preload-later",
    apply: "build",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (chunk, dependencies, { hostType }) =>
            hostType === "html" ? dependencies : dependencies.filter((file) => file !== chunk && !firstFiles.has(file)),
        },
      },
    }),
    generateBundle: {
      // Vite writes the lists in its own hook.
      order: "pre",
      handler: (_, bundle) => {
        firstFiles = listFirstFiles(bundle);
      },
    },
  };
}
