import { model } from "#machines/accountDeletion/accountDeletion.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { Privacy } from "#src/screens/privacy/Privacy.tsx";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "accountDeletion",
    model,
    at: "/privacy",
    screen: <Privacy />,
    others: [
      "button Hide",
      "button Show",
      "link /getPacket",
      "link /sendRecordDetails",
      "link /statePage",
      "link /withdraw",
    ],
  },
];
