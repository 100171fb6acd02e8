import { expect, it, vi } from "vitest";
import { createActor, toPromise } from "xstate";

import type { Api } from "#src/adapters/api/createApi.ts";
import type { Extras } from "#src/adapters/telegram/extras.ts";
import type { Messenger } from "#src/adapters/telegram/messenger.ts";

import { createGroupChoiceActors } from "./groupChoice.ts";

/** The actors in a messenger with these extras, while the server answers a list of one group and this request. */
function open(extras: Extras | null, requestId: string | null = "r1") {
  const api = {
    get: () => Promise.resolve({ items: [{ chatId: "g1" }] }),
    post: () => Promise.resolve({ requestId }),
  } as unknown as Api;
  const messenger = { loadExtras: () => Promise.resolve(extras) } as Messenger;
  const { canAsk, ask } = createGroupChoiceActors({ api, messenger });
  return { canAsk: () => toPromise(createActor(canAsk).start()), ask: () => toPromise(createActor(ask).start()) };
}

it("asks by the prepared request, and remembers which group came last", async () => {
  const chooseGroup = vi.fn<NonNullable<Extras["chooseGroup"]>>(() => Promise.resolve("chosen"));
  const { canAsk, ask } = open({ homeScreen: null, chooseGroup });
  await expect(canAsk()).resolves.toBe(true);
  await expect(ask()).resolves.toEqual({ outcome: "chosen", newestId: "g1" });
  expect(chooseGroup).toHaveBeenCalledExactlyOnceWith("r1");
});

it("leaves the link where the messenger has no list, or none could be prepared", async () => {
  await expect(open(null).canAsk()).resolves.toBe(false);
  await expect(open({ homeScreen: null }).canAsk()).resolves.toBe(false);
  const chooseGroup = vi.fn<NonNullable<Extras["chooseGroup"]>>();
  await expect(open({ homeScreen: null, chooseGroup }, null).ask()).resolves.toMatchObject({ outcome: "unsupported" });
  expect(chooseGroup).not.toHaveBeenCalled();
});
