import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
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
