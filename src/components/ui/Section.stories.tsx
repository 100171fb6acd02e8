import { Cell } from "./Cell.tsx";
import { Section } from "./Section.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
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
