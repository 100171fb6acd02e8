import { LoadFailure } from "./LoadFailure.tsx";

import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isGuardedElsewhere: true,
  pictures: [
    { name: "unknown", node: <LoadFailure failure={null} send={nothing} /> },
    {
      name: "known",
      node: <LoadFailure failure={{ failureKey: "errors:timeout", failureValues: {} }} send={nothing} />,
    },
  ],
};
