import { ClaimCells } from "#src/components/envelope/ClaimCells.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import { claims } from "../samples.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  pictures: [
    {
      name: "claims",
      node: (
        <Section>
          <ClaimCells claims={claims} />
        </Section>
      ),
    },
  ],
};
