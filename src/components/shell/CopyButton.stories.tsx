import { CopyButton } from "./CopyButton.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isGuardedElsewhere: true,
  pictures: [
    { name: "inline", node: <CopyButton text="eight happy fish" /> },
    { name: "plain", node: <CopyButton text="eight happy fish" variant="plain" /> },
    {
      name: "the text itself",
      node: (
        <CopyButton text="7001" variant="plain">
          ID 7001
        </CopyButton>
      ),
    },
    {
      name: "own words",
      node: <CopyButton text="eight happy fish" labelKey="envelope:send.copyPassphrase" isInline={false} />,
    },
  ],
};
