import { ErrorPage } from "#src/screens/errorPage/ErrorPage.tsx";
import { STILL } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

export const walks: readonly ScreenWalk[] = [
  { ...STILL, at: "/errorPage", screen: <ErrorPage />, others: ["button Go to the home page"] },
];
