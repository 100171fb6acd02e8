/** Preloaded into a process: it reads the file of the bug named by PLANTED_BUG with the bug in it. */
import { registerHooks } from "node:module";
import { BUGS } from "./bugs.ts";

const bug = BUGS[process.env["PLANTED_BUG"] ?? ""];
if (bug === undefined) throw new Error("there is no such bug");
const { file, edits } = bug;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/${file}`)) return loaded;
    let source = Buffer.from(loaded.source as Uint8Array).toString();
    for (const [from, to] of edits) {
      if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
      source = source.replace(from, to);
    }
    return { ...loaded, source };
  },
});
