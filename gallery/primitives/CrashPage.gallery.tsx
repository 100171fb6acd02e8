import { CrashPage } from "#src/components/shell/CrashPage.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  isPage: true,
  pictures: [{ name: "crashed", node: <CrashPage /> }],
};
