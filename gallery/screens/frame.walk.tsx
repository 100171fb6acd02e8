import { model as app } from "#machines/app/app.model.ts";
import { model as environment } from "#machines/environment/environment.model.ts";
import { model as resource } from "#machines/kit/resource/resource.model.ts";
import { model as language } from "#machines/language/language.model.ts";
import { Frame } from "#src/Frame.tsx";
import { leaveOut } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

/** What stands around every screen: toasts, dialogs, the language button and its sheet. */
const page = {
  at: "/errorPage",
  screen: <Frame />,
  others: ["button Go to the home page"],
  seldom: ["button Go to the home page"],
};

/** What is seen in the frame. A press that loads the app anew would load the walk anew. */
const SEEN = /^(?:app\.start|toast\.show|ui\.dismissToast|xstate\.after|error\(systemInfo\))/u;
const SHOWN: ReadonlySet<string> = new Set([
  "(machine) --error(systemInfo)#0",
  "idle --app.start#0",
  "running --toast.show#0",
  "running.toasting --after(toastShown)#0",
  "running.toasting --ui.dismissToast#0",
]);

export const walks: readonly ScreenWalk[] = [
  {
    ...page,
    flow: "language",
    model: language,
    // There are no texts yet.
    untold: ["failureKey"],
  },
  {
    ...page,
    flow: "environment",
    model: environment,
    given: [
      {
        service: "language",
        model: language,
        steps: ["language.start#1", "done(readStored)#0", "done(applyLanguage)#0"],
      },
    ],
    at: "/login",
    others: ["button Change language : ES", "link https://t.me"],
  },
  {
    ...page,
    flow: "app",
    model: { ...app, isWalked: (stimulus) => SEEN.test(stimulus) },
    given: [
      {
        service: "language",
        model: language,
        steps: ["language.start#1", "done(readStored)#0", "done(applyLanguage)#0"],
      },
      { service: "environment", model: environment, steps: [] },
      { service: "systemInfo", model: resource, steps: [] },
    ],
    others: [...page.others, "button Change language : ES"],
    unreached: leaveOut(app.machine, ({ id }) => !SHOWN.has(id), "not seen in the frame, or not undone"),
  },
];
