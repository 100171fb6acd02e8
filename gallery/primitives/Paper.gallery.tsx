import { Amount } from "#src/components/amount/Amount.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
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
