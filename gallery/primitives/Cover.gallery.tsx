import { Cover } from "#src/components/envelope/Cover.tsx";
import { COVER_IDS } from "#domain/covers.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  pictures: COVER_IDS.map((coverId) => ({
    name: coverId,
    node: (
      <div style={{ width: 130, height: 165 }}>
        <Cover coverId={coverId} />
      </div>
    ),
  })),
};
