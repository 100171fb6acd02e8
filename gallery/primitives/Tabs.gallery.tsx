import { Tabs } from "#src/components/ui/Tabs.tsx";
import { nothing } from "../nothing.ts";

import { listForced } from "../listForced.tsx";
import type { GalleryPrimitive } from "../picture.ts";

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

export const primitive: GalleryPrimitive = {
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
