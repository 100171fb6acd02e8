import { model as environment } from "#machines/environment/environment.model.ts";
import { model as language } from "#machines/language/language.model.ts";
import { Frame } from "#src/Frame.tsx";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

/** What stands around every screen: toasts, dialogs, the language button and its sheet. */
const page = { at: "/errorPage", screen: <Frame />, others: ["button Go to the home page"] };

export const walks: readonly ScreenWalk[] = [
  {
    ...page,
    flow: "language",
    model: language,
    // There are no texts yet.
    untold: ["failureKey"],
    unreached: { "shown.unswitched --ui.retry#0": "a choice that failed is told by a toast alone" },
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
];
