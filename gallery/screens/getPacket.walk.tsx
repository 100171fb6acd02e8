import { model } from "#machines/envelopeClaim/envelopeClaim.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { GetPacket } from "#src/screens/getPacket/GetPacket.tsx";

const LEFT = "the page is left";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "envelopeClaim",
    model,
    at: "/getPacket?envelopeId=e1",
    screen: <GetPacket />,
    back: "/homePage",
    moves: { own: ["goes to /sendRecordDetails?envelopeId=e1"] },
    others: [
      // The seal, which leads to the next step.
      "button Open the red envelope",
      "button Applause",
      "button Fire",
      "button Heart",
      "button Laughter",
      "button Party",
      "button Thank you",
      "link /sendPacket",
      "link /sendRecordDetails",
      "link /user",
      "link /withdraw",
      "link https://t.me",
    ],
    seldom: ["link https://t.me"],
    untold: [
      "titleKey envelope:claim.state.own",
      "failureKey errors:tooManyTries",
      "failureKey errors:membersOnly",
      "conditions.link",
      "envelope.conditions.link",
    ],
    unreached: {
      "(machine) --ui.leave#0": LEFT,
      "claiming.seen --ui.leave#0": LEFT,
      "claiming.unseen --done(claimEnvelope)#0": LEFT,
      "claiming.unseen --done(claimEnvelope)#1": LEFT,
      "claiming.unseen --error(claimEnvelope)#0": LEFT,
      "opening --ui.leave#0": LEFT,
      "waiting --ui.leave#0": LEFT,
      "waiting.unseen --done(drawFollow)#0": LEFT,
    },
  },
];
