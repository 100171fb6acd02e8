import { Button } from "#src/components/ui/Button.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
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
