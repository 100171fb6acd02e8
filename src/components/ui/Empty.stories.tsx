import { Button } from "./Button.tsx";
import { Empty } from "./Empty.tsx";
import { Seal } from "./Seal.tsx";
import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
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
