import type { Stories } from "#gallery/picture.ts";
import { NotLoaded } from "./FlowBoundary.tsx";

export const stories: Stories = {
  isGuardedElsewhere: true,
  isPage: true,
  pictures: [{ name: "not loaded", node: <NotLoaded /> }],
};
