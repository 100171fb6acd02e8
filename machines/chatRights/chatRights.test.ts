import { expect, test } from "vitest";
import { fromCallback } from "xstate";
import { openChart } from "#tests/support/openChart.ts";
import { type ChatRights, type ChatRightsEvent, chatRightsMachine } from "./chatRights.machine.ts";
import { viewChatRights } from "./chatRights.view.ts";

type Sight = ChatRights["seesMembers"] | "hidden" | "down" | "silent";

/** Somebody who has chosen the groups `g1` and `g2`; `sights` is what the bot sees of each, for the tests to change. */
function openRights(sights: Record<string, Sight>, chatIds: readonly string[] = ["g1", "g2"]) {
  let readings = 0;
  let report: (event: ChatRightsEvent) => void = () => {};
  const chart = openChart(chatRightsMachine, viewChatRights, {
    input: { chatIds },
    world: {
      readRights: (input) => {
        readings += 1;
        if (input.chatIds.some((chatId) => sights[chatId] === "silent")) return new Promise(() => {});
        return input.chatIds.map((chatId) => {
          const sight = sights[chatId] ?? "unknown";
          if (sight === "down" || sight === "silent") throw new Error("unreachable");
          const areMembersHidden = sight === "hidden";
          return { chatId, seesMembers: areMembersHidden ? "no" : sight, areMembersHidden };
        });
      },
      watchPage: fromCallback<ChatRightsEvent>(({ sendBack }) => {
        report = sendBack;
      }),
    },
  });
  const see = async (...events: ChatRightsEvent[]) => {
    const { unseenIds, hiddenIds } = await chart.act(...events);
    return { unseenIds, hiddenIds };
  };
  return {
    see,
    send: see,
    comeBack: () => {
      report({ type: "page.shown" });
      return see();
    },
    pass: (ms: number) => {
      chart.clock.increment(ms);
      return see();
    },
    countReadings: () => readings,
  };
}

test("names each group whose members the bot does not see, at once", async () => {
  const { see, countReadings } = openRights({ g1: "yes", g2: "no", g3: "hidden" }, ["g1", "g2", "g3"]);
  expect(await see()).toEqual({ unseenIds: ["g2", "g3"], hiddenIds: ["g3"] });
  expect(countReadings()).toBe(1);
});

test("asks about the groups that are chosen, and not twice about the same", async () => {
  const { see, send, countReadings } = openRights({ g1: "yes", g2: "no" }, ["g1"]);
  expect(await see()).toMatchObject({ unseenIds: [] });
  expect(await send({ type: "chats.chosen", chatIds: ["g1", "g2"] })).toMatchObject({ unseenIds: ["g2"] });
  await send({ type: "chats.chosen", chatIds: ["g1", "g2"] });
  expect(countReadings()).toBe(2);
  expect(await send({ type: "chats.chosen", chatIds: ["g1"] })).toMatchObject({ unseenIds: [] });
});

test("is done once the bot sees all: nothing is asked any more", async () => {
  const { see, comeBack, pass, countReadings } = openRights({ g1: "yes", g2: "yes" });
  await see();
  await comeBack();
  await pass(600_000);
  expect(countReadings()).toBe(1);
});

test("asks again when the person comes back, and the note goes", async () => {
  const sights: Record<string, Sight> = { g1: "yes", g2: "no" };
  const { see, comeBack } = openRights(sights);
  await see();
  sights["g2"] = "yes";
  expect(await comeBack()).toEqual({ unseenIds: [], hiddenIds: [] });
});

test("asks again by itself: after 2 seconds, then twice as long, a minute at most", async () => {
  const sights: Record<string, Sight> = { g1: "yes", g2: "no" };
  const { see, pass, countReadings } = openRights(sights);
  await see();
  for (const [index, seconds] of [2, 4, 8, 16, 32, 60, 60].entries()) {
    await pass(seconds * 1_000 - 1);
    expect(countReadings()).toBe(index + 1);
    await pass(1);
    expect(countReadings()).toBe(index + 2);
  }
  sights["g2"] = "yes";
  expect(await pass(60_000)).toMatchObject({ unseenIds: [] });
});

test.each(["unknown", "down"] as const)("what is %s is said of no group, and asked again", async (sight) => {
  const sights: Record<string, Sight> = { g1: sight, g2: "yes" };
  const { see, pass } = openRights(sights);
  expect(await see()).toMatchObject({ unseenIds: [] });
  sights["g1"] = "no";
  expect(await pass(2_000)).toMatchObject({ unseenIds: ["g1"] });
});

test("what was known stays while there is no answer", async () => {
  const sights: Record<string, Sight> = { g1: "no", g2: "yes" };
  const { see, pass } = openRights(sights);
  await see();
  sights["g1"] = "down";
  expect(await pass(2_000)).toMatchObject({ unseenIds: ["g1"] });
});

test.each(["no", "down"] as const)("where the answer is %s, whatever is new is followed soon again", async (sight) => {
  const sights: Record<string, Sight> = { g1: sight, g2: "yes", g3: "yes" };
  const { see, send, comeBack, pass, countReadings } = openRights(sights);
  await see();
  const news = [
    comeBack,
    () => send({ type: "chats.chosen", chatIds: ["g1", "g3"] }),
    () => send({ type: "chats.refused", chatIds: ["g1"], areMembersHidden: false }),
  ];
  for (const tell of news) {
    for (const seconds of [2, 4, 8]) {
      const before = countReadings();
      await pass(seconds * 1_000 - 1);
      expect(countReadings()).toBe(before);
      await pass(1);
      expect(countReadings()).toBe(before + 1);
    }
    await pass(1_000);
    await tell();
  }
  const before = countReadings();
  await pass(1_999);
  expect(countReadings()).toBe(before);
  await pass(1);
  expect(countReadings()).toBe(before + 1);
});

test("asks anew where no answer came to what was asked before", async () => {
  const sights: Record<string, Sight> = { g1: "silent", g2: "yes" };
  const { see, send, comeBack, countReadings } = openRights(sights);
  await see();
  sights["g1"] = "no";
  expect(await comeBack()).toMatchObject({ unseenIds: ["g1"] });
  sights["g1"] = "silent";
  await comeBack();
  expect(await send({ type: "chats.chosen", chatIds: ["g2"] })).toMatchObject({ unseenIds: [] });
  expect(countReadings()).toBe(4);
});

test("what was known of a group is not said once it was left out", async () => {
  const sights: Record<string, Sight> = { g1: "yes", g2: "no" };
  const { see, send } = openRights(sights);
  await see();
  sights["g1"] = "silent";
  await send({ type: "chats.chosen", chatIds: ["g1"] });
  expect(await send({ type: "chats.chosen", chatIds: ["g1", "g2"] })).toMatchObject({ unseenIds: [] });
});

test("names what the server refused, until the messenger says otherwise", async () => {
  const { see, send, pass } = openRights({ g1: "yes", g2: "yes" });
  expect(await see()).toMatchObject({ unseenIds: [] });
  const refused = { type: "chats.refused" as const, chatIds: ["g2"], areMembersHidden: true };
  expect(await send(refused)).toEqual({ unseenIds: ["g2"], hiddenIds: ["g2"] });
  expect(await pass(2_000)).toEqual({ unseenIds: [], hiddenIds: [] });
});
