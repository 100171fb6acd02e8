import { sampleBalanceChecks, sampleHoldings, sampleSystemInfo, sampleUser, LONG } from "#tests/support/samples.ts";
import { model as session } from "#machines/session/session.model.ts";
import { userChoicesFlow } from "#src/adapters/actors/choices.ts";
import type { App } from "#src/createApp.ts";
import { User } from "#src/screens/user/User.tsx";
import { hide, leaveOut, walkChoice, walkResource } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const CHECK = "button Is my balance counted? This phone checks it against the signed statement of what is owed";

const page = {
  at: "/user",
  screen: <User />,
  given: [
    { service: "session", model: session, steps: ["session.start#0", "done(readStored)#1", "done(fetchUser)#0"] },
  ] as const,
  answers: { "/user/accountAmountInfo": { ...sampleHoldings.accounts[0], coinTypes: ["eth"] } },
  others: [
    ...[sampleUser, sampleUser].map(({ tgUserId }) => `button Copy : ID ${String(tgUserId)}`),
    CHECK,
    "button Language English",
    "button Log out",
    "link /addMoney",
    "link /addWallet",
    "link /home",
    "link /homePage",
    "link /privacy",
    "link /profile",
    "link /redEnvelopeSystem",
    "link /redImg",
    "link /redPageAdmin",
    "link /sendRecord",
    "link /tgAntiFraud",
    "link /updateCode",
    "link /updateEmai",
    "link /user",
    "link /withdraw",
    "choice Messages from the bot",
    "choice Hide me from the ranking",
  ],
  seldom: [`button Copy : ID ${String(sampleUser.tgUserId)}`],
};

/** A person with all that they can have. */
const guarded = {
  ...sampleUser,
  name: LONG.name,
  email: "lin.mei@example.com",
  hasSecurityCode: true,
  vipLevel: 3,
  spendingBlocks: [{ coinType: "eth" as const, cause: "walletChanged" as const, until: "2099-01-01T09:30:00Z" }],
};

const { error = [] } = session.outcomes["fetchUser"] ?? {};
const { unreached, ...person } = hide(
  { ...session, outcomes: { ...session.outcomes, fetchUser: { done: [sampleUser, guarded], error } } },
  ["ui.login", "ui.logout", "ui.closeApp"],
);

export const walks: readonly ScreenWalk[] = [
  {
    ...page,
    ...person,
    given: [],
    flow: "session",
    isEachSeen: false,
    // It is told where nothing is known of the person.
    untold: ["failureKey", "noticeKey"],
    unreached: {
      ...unreached,
      ...leaveOut(
        session.machine,
        ({ source }) => source === "loggingOut" || source === "clearing",
        "the second press is in a dialog of the screen",
      ),
    },
  },
  { ...page, ...walkResource([sampleHoldings, { accounts: [] }]), flow: "holdings", untold: ["failureKey"] },
  {
    ...page,
    ...walkChoice(userChoicesFlow.create({} as App), { params: null, saved: ["allowNotifications"] }, [
      "hideFromRanking",
      "allowNotifications",
    ]),
    flow: "userChoices",
    // A sentence has it in its middle.
    untold: ["failureKey"],
  },
  {
    ...page,
    ...walkResource([
      sampleSystemInfo,
      { ...sampleSystemInfo, coins: [] },
      { ...sampleSystemInfo, isDomHttp: true, officialDomains: ["hongbao.example"] },
    ]),
    flow: "systemInfo",
    untold: ["value", "failureKey"],
  },
  {
    ...page,
    ...walkResource([{ canAdd: true }, { canAdd: false }], ["ui.refresh", "ui.retry"]),
    flow: "homeScreen",
    untold: ["failureKey"],
    others: [...page.others, "button Add to home screen Open Hongbao with one tap"],
  },
  {
    ...page,
    ...walkResource(sampleBalanceChecks),
    flow: "balanceCheck",
    opens: [CHECK],
    untold: ["failureKey", "value"],
  },
];
