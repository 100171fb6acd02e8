import { ChoiceCells } from "./ChoiceCells.tsx";
import { Section } from "./Section.tsx";

import { LONG } from "#tests/support/samples.ts";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

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

export const stories: Stories = {
  pictures: [{ name: "chats", node: chats }, ...listForced("chats", chats)],
};
