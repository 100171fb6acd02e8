import { expect, test } from "vitest";

import type { Effect } from "#machines/kit/effects.ts";
import type { App } from "#src/createApp.ts";

import { carryOut, type Place } from "./flow.ts";

/** Everything that an effect has somebody do, in order. */
function listDeeds(effect: Effect | { type: "group.linked" }) {
  const deeds: unknown[] = [];
  const note =
    (name: string) =>
    (...told: readonly unknown[]) =>
      deeds.push([name, ...told]);
  const session = { send: note("session") };
  const app = {
    root: { send: note("root"), getSnapshot: () => ({ children: { session } }) },
    messenger: { vibrate: note("vibrate"), openLink: note("open"), pressBack: note("back") },
    drafts: { write: note("keep") },
  } as unknown as App;
  const location = { pathname: "/withdraw", search: "?coinType=eth" };
  const isDone = carryOut(
    app,
    { navigate: note("go") as unknown as Place["navigate"], location },
    effect as Effect,
    "email",
  );
  return isDone ? deeds : "for the screen";
}

const TOAST = { type: "toast.show", tone: "info", labelKey: "key" } as const;

test.each<[Effect | { type: "group.linked" }, unknown]>([
  [{ type: "vibrate", kind: "heavy" }, [["vibrate", "heavy"]]],
  [{ type: "draft.changed", text: "ann@" }, [["keep", "email", "ann@"]]],
  [{ type: "app.userChanged" }, [["root", { type: "app.userChanged" }]]],
  [TOAST, [["root", TOAST]]],
  [{ type: "session.accountDeleted" }, [["session", { type: "session.accountDeleted" }]]],
  [{ type: "navigate", to: "?coinType=sol" }, [["go", "?coinType=sol", { replace: true }]]],
  [{ type: "code.wanted", isForgotten: false }, [["go", "/updateCode?redirect=%2Fwithdraw%3FcoinType%3Deth"]]],
  [
    { type: "code.wanted", isForgotten: true },
    [["go", "/updateCode?forgotten=1&redirect=%2Fwithdraw%3FcoinType%3Deth"]],
  ],
  [{ type: "left" }, [["back"]]],
  [{ type: "openLink", url: "https://t.me/hongbao" }, [["open", "https://t.me/hongbao"]]],
  [{ type: "openLink", url: "/addWallet" }, [["go", "/addWallet"]]],
  [{ type: "group.linked" }, "for the screen"],
])("%o is carried out by whom it concerns, and what is the screen's is left to it", (effect, deeds) => {
  expect(listDeeds(effect)).toEqual(deeds);
});
