import { CheckCells } from "./CheckCells.tsx";
import { Section } from "./Section.tsx";

import { LONG } from "#tests/support/samples.ts";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

const OPTIONS = [
  { value: "family", label: "Family" },
  { value: "long", label: LONG.chat },
  { value: "work", label: "Work" },
];

const groups = (
  <Section>
    <CheckCells label="Groups" values={["family", "long"]} onToggle={nothing} options={OPTIONS} />
  </Section>
);

const wrong = (
  <Section>
    <CheckCells label="Groups" values={[]} onToggle={nothing} options={OPTIONS} error="Choose at least 2 groups" />
  </Section>
);

const noted = (
  <Section>
    <CheckCells
      label="Groups"
      values={["family", "long"]}
      onToggle={nothing}
      options={OPTIONS}
      notes={{ family: "The bot does not see who is a member", long: LONG.remark }}
    />
  </Section>
);

const full = (
  <Section>
    <CheckCells
      label="Groups"
      values={["family"]}
      onToggle={nothing}
      options={OPTIONS}
      disabledValues={["long", "work"]}
    />
  </Section>
);

export const stories: Stories = {
  pictures: [
    { name: "groups", node: groups },
    { name: "wrong", node: wrong },
    { name: "noted", node: noted },
    { name: "full", node: full },
    ...listForced("groups", groups),
  ],
};
