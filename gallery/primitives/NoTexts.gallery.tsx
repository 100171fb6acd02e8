import { NoTexts } from "#src/components/shell/NoTexts.tsx";
import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isPage: true,
  pictures: [{ name: "no texts", node: <NoTexts onRetry={nothing} /> }],
};
