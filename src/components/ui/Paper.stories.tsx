import { Amount } from "#src/components/amount/Amount.tsx";
import { Button } from "./Button.tsx";
import { Paper } from "./Paper.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    {
      name: "plain",
      node: (
        <Paper>
          <Amount amount="0.05" coinType="eth" size="huge" />
        </Paper>
      ),
    },
    {
      name: "scalloped, with buttons",
      node: (
        <Paper isScalloped>
          <Amount amount="0.05" coinType="eth" size="huge" />
          <Button variant="secondary">Copy</Button>
          <Button variant="plain">Cancel</Button>
        </Paper>
      ),
    },
  ],
};
