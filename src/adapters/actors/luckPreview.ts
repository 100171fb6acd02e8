import { type Drawable, drawPreview } from "#domain/draw/drawPreview.ts";
import type { LuckPreview } from "#machines/app/flows.ts";
import { getRandomBytes } from "#src/adapters/random.ts";
import { createResourceFlow } from "./resource.ts";

/** Draws by the real rule with this device's randomness; nobody else hears of them. */
export const luckPreviewFlow = createResourceFlow(
  "luckPreview",
  async (_app, drawable: Drawable): Promise<LuckPreview> => ({ draws: drawPreview(drawable, getRandomBytes) }),
);
