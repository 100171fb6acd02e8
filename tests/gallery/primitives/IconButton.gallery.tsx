import { IconButton } from "#src/components/IconButton.tsx";

import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "plain", node: <IconButton icon="back" label="Back" onClick={nothing} /> },
    { name: "soft", node: <IconButton icon="dice" label="Make one" variant="soft" onClick={nothing} /> },
    {
      name: "stage",
      node: (
        <div style={{ background: "var(--stage-top)" }}>
          <IconButton icon="back" label="Back" variant="stage" onClick={nothing} />
        </div>
      ),
    },
    { name: "disabled", node: <IconButton icon="copy" label="Copy" variant="soft" disabled /> },
  ],
};
