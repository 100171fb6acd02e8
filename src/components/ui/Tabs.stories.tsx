import { Tabs } from "./Tabs.tsx";
import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

const two = (
  <Tabs
    label="Records"
    value="sent"
    onChange={nothing}
    tabs={[
      { value: "sent", label: "Sent" },
      { value: "received", label: "Received" },
    ]}
  >
    What was sent
  </Tabs>
);

export const stories: Stories = {
  pictures: [
    { name: "two", node: two },
    {
      name: "at length",
      node: (
        <Tabs
          label="Records"
          value="received"
          onChange={nothing}
          tabs={[
            { value: "sent", label: "Sobres rojos enviados" },
            { value: "received", label: "ស្រោមសំបុត្រដែលបានទទួល" },
          ]}
        >
          What was received
        </Tabs>
      ),
    },
    ...listForced("two", two),
  ],
};
