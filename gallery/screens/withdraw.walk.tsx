import { model as autoPayout } from "#machines/autoPayout/autoPayout.model.ts";
import { model as securityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.model.ts";
import { model } from "#machines/withdrawal/withdrawal.model.ts";
import { sampleQuote, sampleUser, sampleWallet } from "#tests/support/samples.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { DOLLARS_OPEN, walkOneWay } from "./dollars.ts";

import { Withdraw } from "#src/screens/withdraw/Withdraw.tsx";

const page = {
  flow: "withdrawal" as const,
  at: "/withdraw?coinType=eth",
  screen: <Withdraw />,
  back: "/user?coinType=eth",
  moves: {
    openLink: ["opens https://hongbao.example/unPaymentList#code=abc"],
    navigate: ["goes to /withdraw?coinType=eth&payoutId=p1", "goes to /withdraw?coinType=eth"],
    "code.wanted": ["goes to /updateCode?forgotten=1&redirect=%2Fwithdraw%3FcoinType%3Deth"],
  },
  others: [
    "button Show",
    "choice Withdraw automatically",
    "link /addWallet",
    "link /statePage",
    "link /updateCode",
    "link /updateEmai",
  ],
  // The form, the receipt and the status of the payout stay in their places.
  untold: ["titleKey", "problemKey withdraw:auto.problem.feeRequired"],
};

const [rich] = model.outcomes["loadAccount"]?.done ?? [];
const dollars = walkOneWay(
  {
    ...model,
    inputs: [{ coinType: "usdt", payoutId: null, saved: null }],
    events: { ...model.events, "ui.type": [{ type: "ui.type", field: "amount", value: "1" }] },
    outcomes: {
      ...model.outcomes,
      loadAccount: { done: [Object.assign({}, rich, { balance: "20" })], error: [] },
      loadQuote: { done: [{ ...sampleQuote, coinType: "usdt", gross: "1", fee: "0.1", net: "0.9" }], error: [] },
    },
  },
  ["ui.open#0", "done(loadAccount)#0", "ui.type#0", "ui.submit#0", "done(loadQuote)#0"],
  [
    "idle --ui.open#0",
    "loading --done(loadAccount)#4",
    "editing --ui.type#0",
    "editing --ui.submit#1",
    "editing --ui.submit#2",
    "quoting --done(loadQuote)#0",
    "reviewingQuote --snapshot(countdown)#0",
  ],
);

export const walks: readonly ScreenWalk[] = [
  { ...page, model },
  {
    ...page,
    ...dollars,
    at: "/withdraw?coinType=usdt",
    back: "/user?coinType=usdt",
    moves: {},
    answers: { "/system/info": DOLLARS_OPEN },
  },
  {
    ...page,
    model: securityCodePrompt,
    host: {
      model,
      steps: ["ui.open#0", "done(loadAccount)#0", "ui.type#0", "ui.submit#0", "done(loadQuote)#0", "ui.agree#0"],
      child: "securityCodePrompt",
    },
  },
  {
    ...page,
    flow: "autoPayout",
    model: autoPayout,
    // The form, which is the withdrawal's.
    others: [...page.others, "button All of it", "button Continue", "field Amount"],
    answers: {
      "/user/getUserInfo": { userItem: { ...sampleUser, email: "ann@example.com", hasSecurityCode: true } },
      "/wallet/list": {
        items: [sampleWallet],
        total: 1,
        nextCursor: null,
      },
    },
  },
];
