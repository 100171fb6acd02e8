import { Section } from "./Section.tsx";
import { SwitchCell } from "./SwitchCell.tsx";

import { LONG } from "#tests/support/samples.ts";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

const switches = (
  <Section>
    <SwitchCell label="On" hint="What it is for" isOn onChange={nothing} />
    <SwitchCell label={LONG.chat} isOn={false} onChange={nothing} />
    <SwitchCell label="Being saved" isOn isBusy onChange={nothing} />
  </Section>
);

export const stories: Stories = {
  pictures: [{ name: "switches", node: switches }, ...listForced("switches", switches)],
};
