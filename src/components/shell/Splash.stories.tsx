import { Splash } from "./Splash.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isPage: true,
  pictures: [{ name: "splash", node: <Splash /> }],
};
