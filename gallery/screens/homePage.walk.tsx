import { sampleChats, sampleSystemInfo } from "#tests/support/samples.ts";
import { model as groupChoice } from "#machines/groupChoice/groupChoice.model.ts";
import { HomePage } from "#src/screens/homePage/HomePage.tsx";
import { walkList, walkResource } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const page = {
  at: "/homePage",
  screen: <HomePage />,
  others: [
    "button Check again",
    "button Choose another group",
    "link /addWallet",
    "link /getPacket",
    "link /home",
    "link /homePage",
    "link /multiSend",
    "link /sendPacket",
    "link /sendRecord",
    "link /user",
    "link https://t.me",
  ],
};

const list = walkList(sampleChats, []);

export const walks: readonly ScreenWalk[] = [
  {
    ...page,
    flow: "groupChoice",
    model: groupChoice,
    answers: { "/chat/list": { items: [], total: 0, nextCursor: null } },
  },
  {
    ...page,
    ...list,
    flow: "chats",
    model: {
      ...list.model,
      press: {
        "ui.refresh": (_, { items }: { items: readonly object[] }) => ({
          names: ["home:groups.checkAgain"],
          isShown: items.length === 0,
        }),
      },
    },
    unreached: { "page --ui.refresh#0": "groups that are there are not asked for again" },
    // The page says only that it failed.
    untold: ["failureKey"],
  },
  {
    ...page,
    ...walkResource([sampleSystemInfo, { ...sampleSystemInfo, coins: [] }], ["ui.refresh", "ui.retry"]),
    flow: "systemInfo",
    answers: { "/chat/list": { items: sampleChats, total: sampleChats.length, nextCursor: null } },
    untold: ["failureKey", "value"],
  },
];
