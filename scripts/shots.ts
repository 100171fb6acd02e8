/** `npm run shots`: a shot of every look of every screen, by day and by night, in three languages. */
import { SHOTS_PART } from "./run/part.ts";
import { runParts } from "./run/runParts.ts";

await runParts([SHOTS_PART]);
