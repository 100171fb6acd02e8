import { model } from "#machines/email/email.model.ts";
import { walkScreen } from "#tests/screens/walkScreen.tsx";

import { UpdateEmai } from "./UpdateEmai.tsx";

await walkScreen({
  flow: "email",
  model,
  at: "/updateEmai",
  screen: <UpdateEmai />,
  others: [],
  untold: ["problemKey codes:emailProblem.same"],
});
