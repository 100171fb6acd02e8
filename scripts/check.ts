/** `npm run check`: what a change in the making is checked by, in under two minutes. */
import { QUICK_PARTS } from "./run/part.ts";
import { runParts } from "./run/runParts.ts";

await runParts(QUICK_PARTS);
