import { Skeleton } from "#src/components/Skeleton.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "cells", node: <Skeleton label="Loading" rows={3} /> },
    { name: "cards", node: <Skeleton label="Loading" shape="cards" rows={2} rowHeightPx={96} /> },
    { name: "amount", node: <Skeleton label="Loading" shape="amount" /> },
  ],
};
