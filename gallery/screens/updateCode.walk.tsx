import { model as emailCode } from "#machines/emailCode/emailCode.model.ts";
import { model } from "#machines/securityCode/securityCode.model.ts";
import { model as securityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.model.ts";
import { UpdateCode } from "#src/screens/updateCode/UpdateCode.tsx";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const page = {
  flow: "securityCode" as const,
  at: "/updateCode",
  screen: <UpdateCode />,
  back: "/user",
  moves: { left: ["goes to /user"] },
  others: ["button Show", "link /updateEmai?redirect=%2FupdateCode"],
  // Each of the two fields has one.
  repeated: ["button Show"],
};
const TYPED = ["ui.open#0", "done(loadAccount)#0", "ui.type#0", "ui.type#2"];

export const walks: readonly ScreenWalk[] = [
  { ...page, model },
  {
    ...page,
    model: securityCodePrompt,
    host: { model, steps: [...TYPED, "ui.submit#0", "error(saveCode)#0"], child: "securityCodePrompt" },
  },
  {
    ...page,
    model: emailCode,
    host: { model, steps: [...TYPED, "ui.forgot#0", "ui.submit#0"], child: "emailCode" },
  },
];
