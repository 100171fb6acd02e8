import { model } from "#machines/email/email.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { UpdateEmai } from "#src/screens/updateEmai/UpdateEmai.tsx";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "email",
    model,
    at: "/updateEmai",
    screen: <UpdateEmai />,
    back: "/user",
    moves: {
      left: ["goes to /user"],
      "code.wanted": ["goes to /updateCode?forgotten=1&redirect=%2FupdateEmai"],
    },
    others: [],
    untold: ["problemKey codes:emailProblem.same"],
  },
];
