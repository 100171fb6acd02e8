/** `npm run shots`: takes a screenshot of every state of every screen, light and dark, in three languages. */
import { SHOTS_PART } from "./run/part.ts";
import { runParts } from "./run/runParts.ts";

await runParts([SHOTS_PART]);
