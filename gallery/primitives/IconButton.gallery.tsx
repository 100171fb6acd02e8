import { IconButton } from "#src/components/ui/IconButton.tsx";

import { nothing } from "../nothing.ts";

import { listForced } from "../listForced.tsx";
import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "plain", node: <IconButton icon="back" label="Back" onClick={nothing} /> },
    {
      name: "stage",
      node: (
        <div data-ground="stage" style={{ background: "var(--stage-top)" }}>
          <IconButton icon="back" label="Back" onClick={nothing} />
        </div>
      ),
    },
    { name: "disabled", node: <IconButton icon="copy" label="Copy" disabled /> },
    ...listForced("plain", <IconButton icon="back" label="Back" onClick={nothing} />),
  ],
};
