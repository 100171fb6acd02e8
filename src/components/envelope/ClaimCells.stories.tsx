import { ClaimCells } from "./ClaimCells.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import { claims } from "#gallery/samples.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
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
