import { CrashPage } from "#src/components/CrashPage.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isPage: true,
  pictures: [{ name: "crashed", node: <CrashPage /> }],
};
