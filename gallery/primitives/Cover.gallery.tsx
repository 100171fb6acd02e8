import { COVER_IDS } from "#domain/covers.ts";
import type { GalleryPrimitive } from "#gallery/picture.ts";
import { Cover } from "#src/components/envelope/Envelope.tsx";

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
