import { CrashPage } from "./CrashPage.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isGuardedElsewhere: true,
  isPage: true,
  pictures: [{ name: "crashed", node: <CrashPage /> }],
};
