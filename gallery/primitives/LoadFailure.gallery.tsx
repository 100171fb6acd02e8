import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";

import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  pictures: [
    { name: "unknown", node: <LoadFailure failure={null} send={nothing} /> },
    {
      name: "known",
      node: <LoadFailure failure={{ failureKey: "errors:timeout", failureValues: {} }} send={nothing} />,
    },
  ],
};
