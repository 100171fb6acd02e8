import { model } from "#machines/welcome/welcome.model.ts";
import { Welcome } from "#src/screens/welcome/Welcome.tsx";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "welcome",
    model,
    at: "/welcome",
    screen: <Welcome />,
    moves: { navigate: ["goes to /homePage"] },
    others: [],
  },
];
