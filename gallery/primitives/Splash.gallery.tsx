import { Splash } from "#src/components/shell/Splash.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isPage: true,
  pictures: [{ name: "splash", node: <Splash /> }],
};
