import { model } from "#machines/securityCode/securityCode.model.ts";
import { walkScreen } from "#tests/screens/walkScreen.tsx";

import { UpdateCode } from "./UpdateCode.tsx";

await walkScreen({
  flow: "securityCode",
  model,
  at: "/updateCode",
  screen: <UpdateCode />,
  others: ["button Hide", "button Show", "link /updateEmai"],
});
