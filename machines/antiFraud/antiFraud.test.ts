import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { type AntiFraudEvent, antiFraudMachine, type Verdict } from "./antiFraud.machine.ts";
import { viewAntiFraud } from "./antiFraud.view.ts";

/** A server that knows some accounts and takes `mostReports` reports. `tap` presses a control of the screen. */
function openCheck(known: Readonly<Record<string, Verdict>>, mostReports = 5) {
  const asked: string[] = [];
  const server = { isAway: false };
  const reports: { account: string; reason: string }[] = [];
  const actor = createActor(
    antiFraudMachine.provide({
      actors: {
        queryAccount: fromPromise<Verdict, { account: string }>(async ({ input }) => {
          asked.push(input.account);
          if (server.isAway) throw { kind: "network" };
          return known[input.account] ?? "unknown";
        }),
        sendReport: fromPromise<null, { account: string; reason: string }>(async ({ input }) => {
          if (reports.length >= mostReports)
            throw { kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 3600 };
          reports.push(input);
          return null;
        }),
      },
    }),
  ).start();
  const see = () => viewAntiFraud(actor.getSnapshot());
  const tap = (type: AntiFraudEvent["type"]) => {
    const action = see().actions.find(({ event }) => event.type === type);
    if (action === undefined) throw new Error(`there is no ${type}`);
    actor.send(action.event);
  };
  const ask = async (value: string) => {
    actor.send({ type: "ui.type", field: "text", value });
    tap("ui.check");
    await waitFor(actor, (snapshot) => !snapshot.matches("checking"));
    return see();
  };
  const send = async (value: string) => {
    tap("ui.report");
    actor.send({ type: "ui.type", field: "reason", value });
    tap("ui.send");
    await waitFor(actor, (snapshot) => !snapshot.matches("sending"));
    return see();
  };
  return { actor, server, asked, reports, see, tap, ask, send };
}

test("what is no account is said so, and nobody is asked", () => {
  const { actor, asked, see } = openCheck({});
  actor.send({ type: "ui.type", field: "text", value: "my friend" });
  expect(see().problemKey).toBeNull();
  actor.send({ type: "ui.check" });
  expect([see().problemKey, see().state, asked]).toEqual(["safety:noAccount", "idle", []]);
  actor.send({ type: "ui.type", field: "text", value: "my_friend" });
  expect(see().problemKey).toBeNull();
});

// An unknown account is not an approved one: it can be reported. The official one cannot.
test.each<[Verdict, string[]]>([
  ["official", []],
  ["reported", ["ui.report"]],
  ["unknown", ["ui.report"]],
])("the verdict %s offers %j, and is forgotten with the next letter", async (verdict, controls) => {
  const { actor, asked, see, ask } = openCheck({ "@some_name": verdict });
  await ask("https://t.me/Some_Name");
  expect([see().verdict, see().account, asked]).toEqual([verdict, "@some_name", ["@some_name"]]);
  expect(see().actions.map(({ event }) => event.type)).toEqual(controls);
  actor.send({ type: "ui.type", field: "text", value: "other" });
  expect([see().verdict, see().account, see().state]).toEqual([null, null, "idle"]);
});

test("without a network the check says why, and asks the same again", async () => {
  const { actor, server, asked, see, ask, tap } = openCheck({});
  server.isAway = true;
  expect((await ask("@some_name")).failureKey).toBe("errors:network");
  tap("ui.retry");
  expect(see().failureKey).toBeNull();
  await waitFor(actor, (snapshot) => snapshot.matches({ asking: "failed" }));
  expect(asked).toEqual(["@some_name", "@some_name"]);
  actor.send({ type: "ui.type", field: "text", value: "@other_name" });
  expect(see()).toMatchObject({ state: "idle", text: "@other_name", failureKey: null });
});

test("a report goes to the operators with its reason, and the verdict stays until they decide", async () => {
  const { ask, send, reports } = openCheck({});
  await ask("@fake_support");
  expect((await send(" asks for my keys ")).state).toBe("sent");
  expect(reports).toEqual([{ account: "@fake_support", reason: "asks for my keys" }]);
  expect((await ask("@fake_support")).verdict).toBe("unknown");
});

test("who decides to report nothing still sees the verdict, and a new report begins empty", async () => {
  const { actor, ask, tap, see, reports } = openCheck({ "@fake_support": "unknown" });
  await ask("@fake_support");
  tap("ui.report");
  tap("ui.back");
  expect([see().state, see().verdict, reports]).toEqual(["unknown", "unknown", []]);
  // What is typed where no report is written, is none; the account stays while one is.
  actor.send({ type: "ui.type", field: "reason", value: "asks for my keys" });
  tap("ui.report");
  actor.send({ type: "ui.type", field: "text", value: "@other" });
  expect(see()).toMatchObject({ state: "writing", text: "@fake_support", reason: "" });
});

test("a report too many is refused with a sentence, and what was written is kept", async () => {
  const { ask, send, tap, see } = openCheck({ "@fake_support": "reported" }, 0);
  await ask("@fake_support");
  const view = await send("asks for my keys");
  expect(view).toMatchObject({
    state: "unsent",
    failureKey: "errors:tooManyTries",
    failureValues: { context: "minutes", wait: "60" },
  });
  tap("ui.retry");
  expect(see()).toMatchObject({
    state: "writing",
    reason: "asks for my keys",
    failureKey: null,
  });
  tap("ui.back");
  expect(see()).toMatchObject({ state: "reported", verdict: "reported" });
});
