import { ErrorState } from "./ErrorState.tsx";
import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
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
