import { Button } from "#src/components/ui/Button.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";
import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isPage: true,
  pictures: [
    {
      name: "two actions",
      node: (
        <Dialog
          isOpen
          onClose={nothing}
          title="Cancel the order?"
          actions={
            <>
              <Button variant="danger">Cancel it</Button>
              <Button variant="secondary">Keep it</Button>
            </>
          }
        >
          Nobody can pay it afterwards.
        </Dialog>
      ),
    },
  ],
};
