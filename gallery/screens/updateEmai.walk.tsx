import { model } from "#machines/email/email.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { UpdateEmai } from "#src/screens/updateEmai/UpdateEmai.tsx";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "email",
    model,
    at: "/updateEmai",
    screen: <UpdateEmai />,
    others: [],
    untold: ["problemKey codes:emailProblem.same"],
  },
];
