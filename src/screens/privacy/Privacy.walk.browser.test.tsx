import { model } from "#machines/accountDeletion/accountDeletion.model.ts";
import { walkScreen } from "#tests/screens/walkScreen.tsx";

import { Privacy } from "./Privacy.tsx";

await walkScreen({
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
});
