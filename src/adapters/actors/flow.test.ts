import { expect, onTestFinished, test, vi } from "vitest";
import { createActor, createMachine, emit, spawnChild } from "xstate";

import type { Effect } from "#machines/kit/effects.ts";
import type { App } from "#src/createApp.ts";

import { carryOut, hear, type Place } from "./flow.ts";

/** Everything that an effect has somebody do, in order. */
function listDeeds(effect: Effect) {
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
    attempts: { ask: note("ask"), end: note("end") },
  } as unknown as App;
  const location = { pathname: "/withdraw", search: "?coinType=eth" };
  vi.stubGlobal("window", { location: { search: "?coinType=eth", assign: note("leave") } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const navigate = note("go") as unknown as Place["navigate"];
  carryOut(app, { navigate, location, draftKey: "email", onOutdated: note("read anew") }, effect);
  return deeds;
}

const TOAST = { type: "toast.show", tone: "info", labelKey: "key" } as const;

test.each<[Effect, unknown]>([
  [{ type: "vibrate", kind: "heavy" }, [["vibrate", "heavy"]]],
  [{ type: "draft.changed", text: "ann@" }, [["keep", "email", "ann@"]]],
  [{ type: "app.userChanged" }, [["root", { type: "app.userChanged" }]]],
  [TOAST, [["root", TOAST]]],
  [{ type: "session.accountDeleted" }, [["session", { type: "session.accountDeleted" }]]],
  [{ type: "navigate", to: "?coinType=sol" }, [["go", "?coinType=sol", { replace: true }]]],
  [{ type: "navigate", to: "?coinType=eth" }, []],
  [{ type: "code.wanted", isForgotten: false }, [["go", "/updateCode?redirect=%2Fwithdraw%3FcoinType%3Deth"]]],
  [
    { type: "code.wanted", isForgotten: true },
    [["go", "/updateCode?forgotten=1&redirect=%2Fwithdraw%3FcoinType%3Deth"]],
  ],
  [{ type: "left" }, [["back"]]],
  [{ type: "openLink", url: "https://t.me/hongbao" }, [["open", "https://t.me/hongbao"]]],
  [{ type: "openLink", url: "/addWallet" }, [["go", "/addWallet"]]],
  [{ type: "wallet.asked", id: "eth", text: "0.5" }, [["ask", "eth", "0.5"]]],
  [{ type: "wallet.answered", id: "o1", answer: "0xabc" }, [["end", "o1", "0xabc"]]],
  [{ type: "leaveApp", url: "https://wallet.example" }, [["leave", "https://wallet.example"]]],
  [{ type: "page.outdated" }, [["read anew"]]],
])("%o is carried out by whom it concerns", (effect, deeds) => {
  expect(listDeeds(effect)).toEqual(deeds);
});

test("each step of a chart that a flow starts is heard, and of a chart that this one starts, but of no other flow's", () => {
  const inner = createMachine({ entry: emit({ type: "vibrate", kind: "light" }) });
  const middle = createMachine({ invoke: { src: inner }, entry: emit({ type: "vibrate", kind: "heavy" }) });
  const outer = createMachine({ on: { open: { actions: spawnChild(middle) } } });
  const children = [
    { id: "flow", src: outer },
    { id: "other", src: outer },
  ];
  const { flow, other } = createActor(createMachine({ invoke: children }))
    .start()
    .getSnapshot().children;
  if (flow === undefined) throw new Error("it runs");
  const heard: Effect[] = [];
  hear(flow, (effect) => heard.push(effect));
  other?.send({ type: "open" });
  expect(heard).toEqual([]);
  flow.send({ type: "open" });
  const kinds = new Set(heard.map((effect) => "kind" in effect && effect.kind));
  expect([heard.length, kinds]).toEqual([2, new Set(["heavy", "light"])]);
});
