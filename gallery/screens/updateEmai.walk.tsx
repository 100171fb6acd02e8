import { model } from "#machines/email/email.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { UpdateEmai } from "#src/screens/updateEmai/UpdateEmai.tsx";

const [, ...typed] = model.events["ui.type"] ?? [];
/** A field for addresses takes no spaces around one. */
const events = {
  ...model.events,
  "ui.type": [{ type: "ui.type", field: "email", value: "new@example.com" }, ...typed],
};

export const walks: readonly ScreenWalk[] = [
  {
    flow: "email",
    model: { ...model, events },
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
