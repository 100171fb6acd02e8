import { Section } from "#src/components/ui/Section.tsx";
import { SwitchCell } from "#src/components/ui/SwitchCell.tsx";

import { LONG } from "#tests/models/samples.ts";
import { nothing } from "../nothing.ts";

import { listForced } from "../listForced.tsx";
import type { GalleryPrimitive } from "../picture.ts";

const switches = (
  <Section>
    <SwitchCell label="On" hint="What it is for" isOn onChange={nothing} />
    <SwitchCell label={LONG.chat} isOn={false} onChange={nothing} />
    <SwitchCell label="Being saved" isOn isBusy onChange={nothing} />
  </Section>
);

export const primitive: GalleryPrimitive = {
  pictures: [{ name: "switches", node: switches }, ...listForced("switches", switches)],
};
