import { model } from "#machines/accountDeletion/accountDeletion.model.ts";
import { model as securityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.model.ts";
import { Privacy } from "#src/screens/privacy/Privacy.tsx";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const page = {
  flow: "accountDeletion" as const,
  at: "/privacy",
  screen: <Privacy />,
  back: "/user",
  moves: { "code.wanted": ["goes to /updateCode?forgotten=1&redirect=%2Fprivacy"] },
  others: [
    "button Show",
    "link /getPacket",
    "link /sendRecordDetails",
    "link /statePage?orderId=o1",
    "link /statePage?payoutId=p1",
    "link /withdraw",
  ],
  seldom: ["link /getPacket"],
};

export const walks: readonly ScreenWalk[] = [
  { ...page, model },
  {
    ...page,
    model: securityCodePrompt,
    host: {
      model,
      steps: ["ui.open#0", "done(listObstacles)#0", "ui.delete#0", "ui.confirm#0", "error(deleteAccount)#0"],
      child: "securityCodePrompt",
    },
  },
];
