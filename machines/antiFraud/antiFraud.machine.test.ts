import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { Failure } from "../failure.ts";
import { antiFraudMachine, type Verdict } from "./antiFraud.machine.ts";
import { viewAntiFraud } from "./antiFraud.view.ts";

function open(answer: Verdict | Failure) {
  const asked: string[] = [];
  const actor = createActor(
    antiFraudMachine.provide({
      actors: {
        queryAccount: fromPromise<Verdict, { account: string }>(async ({ input }) => {
          asked.push(input.account);
          if (typeof answer !== "string") throw answer;
          return answer;
        }),
      },
    }),
  ).start();
  return { actor, asked, see: () => viewAntiFraud(actor.getSnapshot()) };
}

test("what is no account is said so, and nobody is asked", () => {
  const { actor, asked, see } = open("unknown");
  actor.send({ type: "ui.type", field: "text", value: "my friend" });
  expect(see().problemKey).toBeNull();
  actor.send({ type: "ui.check" });
  expect([see().problemKey, see().state, asked]).toEqual(["safety:noAccount", "idle", []]);
  actor.send({ type: "ui.type", field: "text", value: "my_friend" });
  expect(see().problemKey).toBeNull();
});

test.each<Verdict>(["official", "reported", "unknown"])(
  "the verdict %s is forgotten with the next letter",
  async (verdict) => {
    const { actor, asked, see } = open(verdict);
    actor.send({ type: "ui.type", field: "text", value: "https://t.me/Some_Name" });
    actor.send({ type: "ui.check" });
    await waitFor(actor, (snapshot) => snapshot.matches(verdict));
    expect([see().verdict, see().account, asked]).toEqual([verdict, "@some_name", ["@some_name"]]);
    actor.send({ type: "ui.type", field: "text", value: "other" });
    expect([see().verdict, see().account, see().state]).toEqual([null, null, "idle"]);
  },
);

test("without a network the check says why, and asks the same again", async () => {
  const { actor, asked, see } = open({ kind: "network" });
  actor.send({ type: "ui.type", field: "text", value: "@some_name" });
  actor.send({ type: "ui.check" });
  await waitFor(actor, (snapshot) => snapshot.matches("failed"));
  expect(see().failureKey).toBe("errors:network");
  actor.send({ type: "ui.retry" });
  await waitFor(actor, (snapshot) => snapshot.matches("failed"));
  expect(asked).toEqual(["@some_name", "@some_name"]);
});
