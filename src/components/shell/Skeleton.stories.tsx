import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "./Skeleton.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    { name: "cells", node: <Skeleton label="Loading" rows={3} /> },
    {
      name: "cells in a card",
      node: (
        <Section>
          <Skeleton label="Loading" rows={2} isInCard />
        </Section>
      ),
    },
    { name: "cards", node: <Skeleton label="Loading" shape="cards" rows={2} rowHeightPx={96} /> },
    { name: "amount", node: <Skeleton label="Loading" shape="amount" /> },
  ],
};
