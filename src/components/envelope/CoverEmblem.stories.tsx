import { COVER_IDS } from "#domain/covers.ts";
import type { Stories } from "#gallery/picture.ts";
import { CoverEmblem } from "./Envelope.tsx";

export const stories: Stories = {
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
