import { deposits, systemInfo } from "#gallery/samples.ts";
import { model } from "#machines/deposit/deposit.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { AddMoney } from "#src/screens/addMoney/AddMoney.tsx";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "deposit",
    model,
    at: "/addMoney?coinType=ton",
    screen: <AddMoney />,
    back: "/user?coinType=ton",
    others: ["button Copy"],
    // A receipt has no heading, and the wallet's own page stands where one is connected.
    untold: [
      "titleKey wallet:payment.state.connecting",
      "titleKey wallet:payment.state.reviewing",
      "titleKey wallet:payment.state.checking",
    ],
    answers: {
      "/system/info": {
        ...systemInfo,
        coins: systemInfo.coins.slice(0, 1).map((coin) => Object.assign({}, coin, { coinType: "ton" })),
      },
      "/wallet/depositInfo": deposits[1],
      "/wallet/movements": { items: [], total: 0, nextCursor: null },
    },
  },
];
