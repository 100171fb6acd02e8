/** `npm run check`: checks a change in under two minutes. */
import { QUICK_PARTS } from "./run/part.ts";
import { runParts } from "./run/runParts.ts";

await runParts(QUICK_PARTS);
