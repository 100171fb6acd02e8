import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "vite";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = join(ROOT, "src/verifyPage");

/** Where the page lies in the build, and in the server's addresses. */
const FILE = "verify.html";

/** Adds the page that checks draws, one file that needs no other. */
export function verifyPage(): Plugin {
  return {
    name: "verify-page",
    apply: "build",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: await buildVerifyPage() });
    },
  };
}

/** The page as one text; the same sources give the same bytes, so that anybody can compare its hash. */
export async function buildVerifyPage(): Promise<string> {
  const script = await buildScript();
  const style = (await readFile(join(SOURCES, "page.css"), "utf8")).replaceAll(/\s*\n\s*/g, "");
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const parts: Readonly<Record<string, string>> = { POLICY: policy, STYLE: style, SCRIPT: script };
  const page = await readFile(join(SOURCES, "page.html"), "utf8");
  return page.replaceAll(/\s*%([A-Z]+)%\s*/g, (mark, name: string) => parts[name] ?? mark);
}

async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: join(SOURCES, "main.ts"), output: { format: "iife" } },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (result === undefined || !("output" in result)) throw new Error("the page of draws was not built");
  const [script, ...more] = result.output;
  if (more.length > 0)
    throw new Error(`the page of draws has a second file: ${more.map((file) => file.fileName).join()}`);
  // The text of a script ends where this stands.
  return script.code.trim().replaceAll("</script", String.raw`<\/script`);
}

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
