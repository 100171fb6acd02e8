import { Cell } from "#src/components/ui/Cell.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    {
      name: "with title and footer",
      node: (
        <Section title="Your wallets" footer="One of each kind.">
          <Cell title="Ethereum" />
        </Section>
      ),
    },
    {
      name: "padded",
      node: (
        <Section isPadded title="Balance">
          What is inside stands off the edges.
        </Section>
      ),
    },
    {
      name: "bare",
      node: (
        <Section>
          <Cell title="Ethereum" />
        </Section>
      ),
    },
  ],
};
