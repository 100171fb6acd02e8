import { NoTexts } from "./NoTexts.tsx";
import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isPage: true,
  pictures: [{ name: "no texts", node: <NoTexts onRetry={nothing} /> }],
};
