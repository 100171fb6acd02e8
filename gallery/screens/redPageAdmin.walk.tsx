import { model } from "#machines/picker/picker.model.ts";
import { RedPageAdmin } from "#src/screens/redImg/LookScreen.tsx";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const [, text] = model.inputs;

export const walks: readonly ScreenWalk[] = [
  {
    flow: "picker",
    model: { ...model, inputs: [text] },
    at: "/redPageAdmin",
    screen: <RedPageAdmin />,
    back: "/user",
    others: [],
  },
];
