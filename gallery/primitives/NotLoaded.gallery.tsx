import type { GalleryPrimitive } from "#gallery/picture.ts";
import { NotLoaded } from "#src/components/shell/FlowBoundary.tsx";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  isPage: true,
  pictures: [{ name: "not loaded", node: <NotLoaded /> }],
};
