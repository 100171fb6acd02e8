import { Button } from "./Button.tsx";
import { Cell } from "./Cell.tsx";
import { Sheet } from "./Sheet.tsx";
import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isPage: true,
  pictures: [
    {
      name: "with actions",
      node: (
        <Sheet isOpen onClose={nothing} title="Choose a cover" actions={<Button>Done</Button>}>
          <Cell title="Good luck" onClick={nothing} />
        </Sheet>
      ),
    },
    {
      name: "at length",
      node: (
        <Sheet isOpen onClose={nothing} title="Choose a cover" actions={<Button>Done</Button>}>
          {Array.from({ length: 20 }, (_, index) => (
            <Cell key={index} title={`Cover ${String(index + 1)}`} onClick={nothing} />
          ))}
        </Sheet>
      ),
    },
  ],
};
