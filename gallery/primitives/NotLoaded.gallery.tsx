import { NotLoaded } from "#src/components/shell/NotLoaded.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  isPage: true,
  pictures: [{ name: "not loaded", node: <NotLoaded /> }],
};
