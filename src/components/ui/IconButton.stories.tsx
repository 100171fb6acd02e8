import { IconButton } from "./IconButton.tsx";

import { nothing } from "#gallery/nothing.ts";

import { listForced } from "#gallery/listForced.tsx";
import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
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
