import { sampleSystemInfo } from "#tests/support/samples.ts";
import { model } from "#machines/envelopeSend/envelopeSend.model.ts";
import { FIRST_LOOK } from "#machines/envelopeSend/sendOptions.ts";
import { model as groupChoice } from "#machines/groupChoice/groupChoice.model.ts";
import { MultiSend } from "#src/screens/multiSend/MultiSend.tsx";
import { leaveOut } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { FORM_OTHERS, FORM_UNTOLD } from "./sendForm.ts";

const page = { at: "/multiSend", screen: <MultiSend />, back: "/homePage" };
const nothing = { items: [], total: 0, nextCursor: null };

/** What a form for several groups takes; the rest is as on the page for one, where it is walked. */
const OF_SEVERAL: ReadonlySet<string> = new Set([
  "checkingBalance --done(loadFunds)#0",
  "checkingBalance --done(loadFunds)#1",
  "checkingBalance --done(loadFunds)#2",
  "checkingBalance --done(loadFunds)#3",
  "checkingBalance --error(loadFunds)#0",
  "checkingBalance --error(loadFunds)#1",
  "connecting --ui.toForm#0",
  "connecting.loading --done(loadConnection)#0",
  "connecting.loading --error(loadConnection)#0",
  "connecting.open --done(walletConnection)#0",
  "connecting.open --done(walletConnection)#1",
  "connecting.open --done(walletConnection)#2",
  "connecting.open --error(walletConnection)#0",
  "editing --ui.submit#0",
  "editing --ui.submit#1",
  "editing --ui.toggleChat#0",
  "editing --ui.type#0",
  "editing.opened --always#0",
  "editing.opened --always#1",
  "editing.readingFunds --done(readFunds)#1",
  "editing.readingFunds --error(readFunds)#0",
  "failed --app.online#0",
  "failed --ui.retry#0",
  "idle --ui.open#0",
  "loadingOptions --done(loadOptions)#3",
  "loadingOptions --done(loadOptions)#5",
  "loadingOptions --error(loadOptions)#0",
  "ordered --done(envelopeOrder)#0",
  "ordered --done(envelopeOrder)#1",
  "ordered --done(envelopeOrder)#2",
  "ordered --ui.toForm#0",
  "submitting --done(sendEnvelope)#0",
  "submitting --error(sendEnvelope)#0",
  "submitting --error(sendEnvelope)#1",
  "tooFewChats --ui.reload#0",
  "tooFewChats --ui.resume#0",
]);

/** No other group is found. */
const readNewest = { done: [null], error: groupChoice.outcomes["readNewest"]?.error ?? [] };
const LINKED: ReadonlySet<string> = new Set([
  "linked --after(linkedShown)#0",
  "linked --ui.chooseGroup#0",
  "linking.reading --done(readNewest)#0",
]);

export const walks: readonly ScreenWalk[] = [
  {
    ...page,
    flow: "envelopeSend",
    model: { ...model, inputs: model.inputs.slice(5, 6) },
    moves: {
      ordered: ["goes to /multiSend?envelopeId=e1&orderId=o1"],
      navigate: ["goes to /multiSend"],
      "code.wanted": ["goes to /updateCode?forgotten=1&redirect=%2FmultiSend"],
    },
    others: [...FORM_OTHERS, "button Choose another group"],
    seldom: ["button Choose another group"],
    opens: ["fold Waiting for payment 2"],
    untold: FORM_UNTOLD,
    unreached: leaveOut(model.machine, ({ id }) => !OF_SEVERAL.has(id), "as on the page for one group"),
  },
  {
    ...page,
    flow: "groupChoice",
    model: { ...groupChoice, outcomes: { ...groupChoice.outcomes, readNewest } },
    unreached: leaveOut(
      groupChoice.machine,
      ({ id }) => LINKED.has(id),
      "once another group is found, the page reads the groups anew",
    ),
    others: ["button Check again", "link https://t.me"],
    answers: {
      "/system/info": sampleSystemInfo,
      "/chat/list": nothing,
      "/order/unpaidList": nothing,
      "/redpackage/allSendRecords": nothing,
      "/user/redEnvelopeCoverAndMessage": FIRST_LOOK,
    },
  },
];
