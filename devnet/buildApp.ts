import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** Sources of the built app. */
const SOURCES = [
  "src",
  "machines",
  "domain",
  "contract",
  "locales",
  "public",
  "index.html",
  "vite.config.ts",
  "scripts/vite",
  "package-lock.json",
];

/**
 * Builds `dist/` if it is missing or older than a source.
 * @param say gets a line when the build begins, since it takes long, and one when it has ended
 */
export async function buildApp(root: string, say: (line: string) => void = () => undefined): Promise<void> {
  const builtMs = newestMs(path.join(root, "dist", "index.html"));
  if (builtMs > 0 && SOURCES.every((source) => newestMs(path.join(root, source)) <= builtMs)) return;
  say("app       is being built into dist/, which takes a minute");
  const output: string[] = [];
  const build = spawn(
    process.execPath,
    [path.join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  build.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString("utf8")));
  build.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString("utf8")));
  const code = await new Promise<number | null>((resolve, reject) => {
    build.on("error", reject);
    build.on("close", resolve);
  });
  if (code !== 0) throw new Error(`The app could not be built:\n${output.join("")}`);
  say("app       built");
}

/** Time of the last change of a file or folder, in milliseconds; 0 if it does not exist. */
function newestMs(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(file).reduce((newest, name) => Math.max(newest, newestMs(path.join(file, name))), 0);
}
