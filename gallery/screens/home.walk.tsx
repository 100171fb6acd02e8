import {
  sampleChats,
  sampleClaimFigures,
  sampleEnvelopes,
  sampleHoldings,
  sampleRanking,
  sampleReceivedClaims,
} from "#tests/support/samples.ts";
import { Home } from "#src/screens/home/Home.tsx";
import { walkList, walkResource } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const page = {
  screen: <Home />,
  back: "/homePage",
  others: [
    "button Choose another group",
    "button Ranking",
    "button Receive",
    "button Send",
    "choice All time",
    "choice Groups",
    "choice People",
    "choice This week",
    "link /getPacket",
    "link /home",
    "link /homePage",
    "link /multiSend",
    "link /sendPacket",
    "link /sendRecord",
    "link /sendRecordDetails",
    "link /user",
    "link https://t.me",
  ],
  seldom: ["link /home", "link https://t.me"],
};
const send = {
  ...page,
  at: "/home?tab=send",
  answers: { "/chat/list": { items: sampleChats, total: sampleChats.length, nextCursor: null } },
};
const receive = { ...page, at: "/home?tab=receive" };
const places = [sampleRanking, { ...sampleRanking, me: null }, { items: [], me: null }] as const;
/** All of them are on another page, which says what fails. */
const recent = { hidden: ["ui.refresh", "ui.loadMore"], untold: ["items", "extra"] };

export const walks: readonly ScreenWalk[] = [
  {
    ...send,
    ...walkList(sampleEnvelopes, recent.hidden),
    flow: "sentRecords",
    untold: [...recent.untold, "failureKey"],
  },
  {
    ...receive,
    ...walkList(sampleReceivedClaims, recent.hidden),
    flow: "receivedRecords",
    untold: [...recent.untold, "failureKey"],
  },
  { ...receive, ...walkResource([sampleClaimFigures]), flow: "claimFigures", untold: ["failureKey"] },
  { ...receive, ...walkResource([sampleHoldings, { accounts: [] }]), flow: "holdings", untold: ["failureKey"] },
  { ...page, ...walkResource(places), at: "/home?tab=ranking&of=groups", flow: "groupRanking", untold: ["failureKey"] },
  { ...page, ...walkResource(places), at: "/home?tab=ranking&of=users", flow: "userRanking", untold: ["failureKey"] },
];
