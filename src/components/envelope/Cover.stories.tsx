import { COVER_IDS } from "#domain/covers.ts";
import type { Stories } from "#gallery/picture.ts";
import { Cover } from "./Envelope.tsx";

export const stories: Stories = {
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
