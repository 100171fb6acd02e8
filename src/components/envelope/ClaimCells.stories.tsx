import { ClaimCells } from "./ClaimCells.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import { sampleClaims } from "#tests/support/samples.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isGuardedElsewhere: true,
  pictures: [
    {
      name: "claims",
      node: (
        <Section>
          <ClaimCells claims={sampleClaims} />
        </Section>
      ),
    },
  ],
};
