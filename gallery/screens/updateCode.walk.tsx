import { model } from "#machines/securityCode/securityCode.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { UpdateCode } from "#src/screens/updateCode/UpdateCode.tsx";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "securityCode",
    model,
    at: "/updateCode",
    screen: <UpdateCode />,
    others: ["button Hide", "button Show", "link /updateEmai"],
  },
];
