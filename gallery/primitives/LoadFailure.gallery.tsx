import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";

import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  pictures: [
    { name: "unknown", node: <LoadFailure failureKey={null} onRetry={nothing} /> },
    { name: "known", node: <LoadFailure failureKey="errors:timeout" onRetry={nothing} /> },
  ],
};
