import { sampleDeposits, sampleMovements, sampleSystemInfo } from "#tests/support/samples.ts";
import { model } from "#machines/deposit/deposit.model.ts";
import { model as walletConnection } from "#machines/walletConnection/walletConnection.model.ts";
import { walkList, walkResource } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { WITHOUT_CANCEL } from "./connection.ts";
import { DOLLARS_OPEN } from "./dollars.ts";

import { AddMoney } from "#src/screens/addMoney/AddMoney.tsx";

const ofTon = {
  ...sampleSystemInfo,
  coins: sampleSystemInfo.coins.slice(0, 1).map((coin) => Object.assign({}, coin, { coinType: "ton" })),
};
const [toEth, toTon] = sampleDeposits;
const page = {
  flow: "deposit" as const,
  at: "/addMoney?coinType=ton",
  screen: <AddMoney />,
  back: "/user?coinType=ton",
  others: [
    "button Copy",
    "button Pay in with your wallet",
    "button Show",
    "link /addWallet",
    "link /user",
    "link https://ethereum.org",
    "link https://t.me",
    "link https://ton.org",
  ],
  repeated: ["button Copy"],
  seldom: ["link /addWallet", "link /user", "link https://t.me", "link https://ton.org"],
  // A receipt has no heading, and the wallet's own page stands where one is connected.
  untold: [
    "titleKey wallet:payment.state.connecting",
    "titleKey wallet:payment.state.reviewing",
    "titleKey wallet:payment.state.checking",
    "appUrl",
  ],
  answers: {
    "/system/info": ofTon,
    "/wallet/depositInfo": toTon,
    "/wallet/movements": { items: [], total: 0, nextCursor: null },
  },
};

export const walks: readonly ScreenWalk[] = [
  { ...page, model },
  {
    ...page,
    model: walletConnection,
    host: { model, steps: ["ui.open#0", "ui.type#0", "ui.submit#0"], child: "walletConnection" },
    unreached: WITHOUT_CANCEL,
  },
  {
    ...page,
    ...walkResource([{ ...toTon, coinType: "usdt" }]),
    flow: "depositInfo",
    at: "/addMoney?coinType=usdt",
    back: "/user?coinType=usdt",
    answers: { ...page.answers, "/system/info": DOLLARS_OPEN },
    others: [...page.others, "choice Ton GRAM"],
    untold: ["value", "failureKey"],
  },
  { ...page, ...walkResource([toTon ?? {}, toEth ?? {}]), flow: "depositInfo", untold: ["value", "failureKey"] },
  {
    ...page,
    ...walkList(sampleMovements.filter(({ coinType }) => coinType === "ton")),
    flow: "arrivals",
    untold: ["items"],
  },
  {
    ...page,
    ...walkResource([ofTon, { ...sampleSystemInfo, coins: [] }]),
    flow: "systemInfo",
    untold: ["value", "failureKey"],
  },
];
