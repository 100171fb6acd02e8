import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Plugin, type Rolldown, build } from "vite";

/**
 * Writes a small, bundled script into the page's head, so that it runs before the first paint.
 * @param entry path of its module
 */
export function paintStart(entry: string): Plugin {
  let script = "";
  return {
    name: "paint-start",
    apply: "build",
    buildStart: async () => {
      script = await bundle(entry);
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace("</head>", () => `  <script>${script}</script>\n  </head>`),
    },
  };
}

async function bundle(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: { write: false, target: "es2022", lib: { entry, formats: ["iife"], name: "paintStart" } },
  });
  const [result] = Array.isArray(output) ? output : [output];
  const chunk = result !== undefined && "output" in result ? result.output.at(0) : undefined;
  if (chunk?.type !== "chunk") throw new Error(`${entry} was not bundled`);
  return chunk.code.trim();
}

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;

/**
 * Inlines the first screen's styles. A linked style sheet blocks the first paint for another round trip; inlined, the
 * shell is painted with the page. Later screens load their own.
 */
export function inlineStyles(): Plugin {
  return {
    name: "inline-styles",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        html.replaceAll(LINK, (link, file: string) => {
          const sheet = bundle[file];
          if (sheet?.type !== "asset") return link;
          delete bundle[file];
          // Else a later chunk that imports the first one's asks for its sheet.
          for (const chunk of Object.values(bundle)) chunk.viteMetadata?.importedCss.delete(file);
          return `<style>${sheet.source.toString()}</style>`;
        }),
    },
  };
}

const SCRIPT = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g;

/** A hidden page paints no frame; its scripts load after this time. */
const UNSEEN_AFTER_MS = 500;

/**
 * Loads the scripts after the shell is painted, so that they do not delay the first paint. All are fetched at once and
 * run one after the other, each in its own task, so that touches are handled in between. If they cannot be loaded, or
 * the app fails before it shows anything, shows the shell's retry button.
 */
export function paintBeforeScripts(): Plugin {
  return {
    name: "paint-before-scripts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => {
        const files = [...html.matchAll(SCRIPT)].map(([, file]) => file);
        const loader = `{
      const offerRetry = () => {
        const retry = document.querySelector(".shell-retry");
        if (retry === null) return;
        retry.hidden = false;
        retry.onclick = () => location.reload();
      };
      const files = ${JSON.stringify(files)};
      const load = async () => {
        for (const href of files) {
          const link = document.createElement("link");
          const rel = link.relList.supports("modulepreload") ? "modulepreload" : "preload";
          document.head.append(Object.assign(link, { rel, as: "script", crossOrigin: "", href }));
        }
        for (const file of files) {
          await import(file);
          await new Promise((resolve) => setTimeout(resolve));
        }
      };
      let hasStarted = false;
      const start = () => {
        if (!hasStarted) load().catch(offerRetry);
        hasStarted = true;
      };
      addEventListener("unhandledrejection", offerRetry);
      requestAnimationFrame(() => setTimeout(start));
      setTimeout(start, ${String(UNSEEN_AFTER_MS)});
    }`;
        return html.replaceAll(SCRIPT, "").replace("</body>", `  <script>${loader}</script>\n  </body>`);
      },
    },
  };
}

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

/** V8 compiles every function of a script that begins so on another thread while it loads, not at its first call. */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad";

/**
 * Has the browser compile the first load's scripts ahead, since a start calls most of their functions: the main thread
 * has a sixth less to do until the page is there, and the processor as much as before.
 */
export function compileAhead(): Plugin {
  let firstFiles: ReadonlySet<string> = new Set();
  return {
    name: "compile-ahead",
    apply: "build",
    generateBundle: {
      // The page names what the entry imports, and Vite drops the entry then.
      order: "pre",
      handler: (_, bundle) => {
        firstFiles = listFirstFiles(bundle);
      },
    },
    // Vite writes a list of files to the head of a script before, and the hint counts on the first line alone.
    writeBundle: async ({ dir = "" }, bundle) => {
      for (const file of firstFiles) {
        if (bundle[file]?.type !== "chunk") continue;
        const written = path.join(dir, file);
        await writeFile(written, `${COMPILE_HINT}\n${await readFile(written, "utf8")}`);
      }
    },
  };
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
