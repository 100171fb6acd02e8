import { ChoiceCells } from "#src/components/ui/ChoiceCells.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import { LONG } from "#tests/models/samples.ts";
import { nothing } from "../nothing.ts";

import { listForced } from "../listForced.tsx";
import type { GalleryPrimitive } from "../picture.ts";

const chats = (
  <Section>
    <ChoiceCells
      label="Group"
      value="family"
      onChange={nothing}
      options={[
        { value: "family", label: "Family" },
        { value: "long", label: LONG.chat },
        { value: "none", label: "No group" },
      ]}
    />
  </Section>
);

export const primitive: GalleryPrimitive = {
  pictures: [{ name: "chats", node: chats }, ...listForced("chats", chats)],
};
