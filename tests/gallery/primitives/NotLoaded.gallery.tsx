import { NotLoaded } from "#src/components/NotLoaded.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  isPage: true,
  pictures: [{ name: "not loaded", node: <NotLoaded /> }],
};
