import { ErrorState } from "#src/components/ui/ErrorState.tsx";
import { nothing } from "../nothing.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  pictures: [
    { name: "title only", node: <ErrorState title="The list did not load" /> },
    {
      name: "with retry",
      node: (
        <ErrorState
          title="The list did not load"
          text="The network does not answer."
          retryLabel="Try again"
          onRetry={nothing}
        />
      ),
    },
    {
      name: "offline",
      node: <ErrorState icon="offline" title="No network" text="It goes on when there is one again." />,
    },
  ],
};
