import { sampleEnvelopes, sampleMovements, sampleReceivedClaims } from "#tests/support/samples.ts";
import { SendRecord } from "#src/screens/sendRecord/SendRecord.tsx";
import { walkList } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const page = {
  screen: <SendRecord />,
  others: [
    "button Balance",
    "button Received",
    "button Sent",
    "link /getPacket",
    "link /home",
    "link /homePage",
    "link /sendPacket",
    "link /sendRecord",
    "link /sendRecordDetails",
    "link /statePage",
    "link /user",
    "select Currency",
    "select Status",
  ],
  seldom: ["link /home", "select Currency"],
  // A row words what it is about.
  untold: ["items"],
};
const received = { receivedByCoin: [{ coinType: "eth", amount: "10000.123456" }] };

export const walks: readonly ScreenWalk[] = [
  { ...page, ...walkList(sampleEnvelopes), flow: "sentRecords", at: "/sendRecord?tab=sent" },
  {
    ...page,
    ...walkList(sampleReceivedClaims, ["ui.refresh"], received),
    flow: "receivedRecords",
    at: "/sendRecord?tab=received",
  },
  { ...page, ...walkList(sampleMovements), flow: "movements", at: "/sendRecord?tab=balance" },
];
