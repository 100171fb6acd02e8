import { Amount } from "./Amount.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { MoneyRow } from "./MoneyRow.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import { LONG } from "#tests/support/samples.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

const amount = <Amount amount="0.05" coinType="eth" />;

export const stories: Stories = {
  pictures: [
    {
      name: "kinds",
      node: (
        <Section>
          <ul>
            <MoneyRow before={<Avatar name="Bob" />} title="Bob" subtitle="14:05" amount={amount} />
            <MoneyRow
              before={<Avatar name="Anna" />}
              title="Anna"
              subtitle="14:05"
              amount={amount}
              mark={
                <Badge tone="gold" icon="crown">
                  Best luck
                </Badge>
              }
            />
            <MoneyRow
              before={<Envelope state="sealed" size="tiny" />}
              title="Link"
              subtitle="Lucky draw · 14:05"
              amount={amount}
              to="/user"
            >
              <Progress value={3} max={8} label="3 of 8 claimed" isTextHidden isThin />
            </MoneyRow>
          </ul>
        </Section>
      ),
    },
    {
      name: "at length",
      node: (
        <Section>
          <ul>
            <MoneyRow
              before={<Avatar name={LONG.name} />}
              title={LONG.name}
              subtitle={LONG.remark}
              amount={<Amount amount="10000.123456" coinType="eth" isSigned />}
              to="/user"
            />
          </ul>
        </Section>
      ),
    },
    ...listForced(
      "link",
      <Section>
        <ul>
          <MoneyRow before={<Avatar name="Bob" />} title="Link" subtitle="14:05" amount={amount} to="/user" />
        </ul>
      </Section>,
    ),
  ],
};
