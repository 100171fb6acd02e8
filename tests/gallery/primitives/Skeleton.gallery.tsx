import { Skeleton } from "#src/components/Skeleton.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "rows", node: <Skeleton label="Loading" rows={3} /> },
    { name: "tall rows", node: <Skeleton label="Loading" rows={1} rowHeightPx={160} /> },
  ],
};
