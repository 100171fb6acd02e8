import { sampleSolvency } from "#tests/support/samples.ts";
import { RedEnvelopeSystem } from "#src/screens/redEnvelopeSystem/RedEnvelopeSystem.tsx";
import { walkResource } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

export const walks: readonly ScreenWalk[] = [
  {
    // Without a statement the page is whole.
    ...walkResource([sampleSolvency], ["ui.refresh", "ui.retry"]),
    flow: "solvency",
    at: "/redEnvelopeSystem",
    screen: <RedEnvelopeSystem />,
    back: "/user",
    others: ["link /api/v1/system/solvency", "link /redImg", "link /redPageAdmin", "link /sendPacket"],
    untold: ["failureKey"],
  },
];
