import { model } from "#machines/picker/picker.model.ts";
import { RedImg } from "#src/screens/redImg/LookScreen.tsx";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const [cover, , ofLaterVersion] = model.inputs;

export const walks: readonly ScreenWalk[] = [
  {
    flow: "picker",
    model: { ...model, inputs: [cover, ofLaterVersion] },
    at: "/redImg",
    screen: <RedImg />,
    back: "/user",
    others: [],
  },
];
