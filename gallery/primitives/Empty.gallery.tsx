import { Button } from "#src/components/ui/Button.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "title only", node: <Empty title="Nothing yet" /> },
    { name: "whole page", node: <Empty isPage title="Nothing here" text="The link may be old." /> },
    {
      name: "with all",
      node: (
        <Empty
          picture={<Seal icon="gift" />}
          title="No groups yet"
          text="Add the bot to a group and it shows here."
          action={<Button onClick={nothing}>Send an envelope</Button>}
        />
      ),
    },
  ],
};
