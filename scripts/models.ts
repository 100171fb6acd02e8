/**
 * `npm run models`: walks the charts alone and together, presses every control of every screen, drives the whole app along
 * every transition that can be caused, and writes what was walked to tests/report/models.html.
 */
import { MODELS_PARTS } from "./run/part.ts";
import { runParts } from "./run/runParts.ts";

await runParts(MODELS_PARTS);
