import { Profile } from "#src/screens/profile/Profile.tsx";
import { STILL } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

export const walks: readonly ScreenWalk[] = [
  { ...STILL, at: "/profile", screen: <Profile />, back: "/user", others: ["link /user"] },
];
