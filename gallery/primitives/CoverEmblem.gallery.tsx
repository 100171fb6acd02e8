import { COVER_IDS } from "#domain/covers.ts";
import type { GalleryPrimitive } from "#gallery/picture.ts";
import { CoverEmblem } from "#src/components/envelope/Envelope.tsx";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  pictures: COVER_IDS.map((coverId) => ({
    name: coverId,
    node: (
      <div style={{ width: 48, height: 48 }}>
        <CoverEmblem coverId={coverId} />
      </div>
    ),
  })),
};
