import { Amount } from "#src/components/amount/Amount.tsx";
import { Avatar } from "./Avatar.tsx";
import { Badge } from "./Badge.tsx";
import { Cell } from "./Cell.tsx";
import { Section } from "./Section.tsx";

import { LONG } from "#tests/support/samples.ts";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    {
      name: "kinds",
      node: (
        <Section>
          <Cell title="Plain" />
          <Cell title="With text" subtitle="What it is about" />
          <Cell title="With value" after={<Amount amount="0.05" coinType="eth" />} />
          <Cell title="Link" to="/user" />
          <Cell title="Button" subtitle="Pressed, it does something" onClick={nothing} />
          <Cell
            before={<Avatar name="Bob" />}
            title="Bob"
            subtitle="today"
            after={<Badge tone="gold">Best luck</Badge>}
          />
        </Section>
      ),
    },
    {
      name: "at length",
      node: (
        <Section>
          <Cell
            before={<Avatar name={LONG.name} />}
            title={LONG.name}
            subtitle={LONG.remark}
            after={<Amount amount="10000.123456" coinType="eth" />}
            to="/user"
          />
        </Section>
      ),
    },
    ...listForced(
      "link and button",
      <Section>
        <Cell title="Link" to="/user" />
        <Cell title="Button" onClick={nothing} />
      </Section>,
    ),
  ],
};
