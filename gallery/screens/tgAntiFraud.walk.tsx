import { model } from "#machines/antiFraud/antiFraud.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { TgAntiFraud } from "#src/screens/tgAntiFraud/TgAntiFraud.tsx";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "antiFraud",
    model,
    at: "/tgAntiFraud",
    screen: <TgAntiFraud />,
    back: "/user",
    others: [],
    isOnMainButton: true,
  },
];
