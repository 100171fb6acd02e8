import { build, type Plugin } from "vite";

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
