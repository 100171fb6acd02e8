import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { antiFraudMachine, type Verdict } from "./antiFraud.machine.ts";
import { viewAntiFraud } from "./antiFraud.view.ts";

/** A server that knows some accounts and takes `mostReports` reports. */
function openCheck(known: Readonly<Record<string, Verdict>>, mostReports = 5) {
  const asked: string[] = [];
  const server = { isAway: false };
  const reports: { account: string; reason: string }[] = [];
  const chart = openChart(antiFraudMachine, viewAntiFraud, {
    world: {
      queryAccount: ({ account }) => {
        asked.push(account);
        if (server.isAway) throw OFFLINE;
        return known[account] ?? "unknown";
      },
      sendReport: (report) => {
        if (reports.length >= mostReports) throw refuse("tooManyTries", { retryAfterSeconds: 3600 });
        reports.push(report);
        return null;
      },
    },
  });
  const { send, press, act } = chart;
  const type = (field: "text" | "reason", value: string) => send({ type: "ui.type", field, value });
  const ask = (value: string) => {
    type("text", value);
    press("ui.check");
    return act();
  };
  const report = (value: string) => {
    press("ui.report");
    type("reason", value);
    press("ui.send");
    return act();
  };
  return { ...chart, server, asked, reports, type, ask, report };
}

test("what is no account is said so, and nobody is asked", () => {
  const { asked, look, press, type } = openCheck({});
  type("text", "my friend");
  expect(look().problemKey).toBeNull();
  press("ui.check");
  expect([look().problemKey, look().state, asked]).toEqual(["safety:noAccount", "idle", []]);
  type("text", "my_friend");
  expect(look().problemKey).toBeNull();
});

// An unknown account is not an approved one: it can be reported. The official one cannot.
test.each<[Verdict, string[]]>([
  ["official", []],
  ["reported", ["ui.report"]],
  ["unknown", ["ui.report"]],
])("the verdict %s offers %j, and is forgotten with the next letter", async (verdict, controls) => {
  const { asked, ask, look, type, listControls } = openCheck({ "@some_name": verdict });
  await ask("https://t.me/Some_Name");
  expect([look().verdict, look().account, asked]).toEqual([verdict, "@some_name", ["@some_name"]]);
  expect(listControls()).toEqual(controls);
  type("text", "other");
  expect([look().verdict, look().account, look().state]).toEqual([null, null, "idle"]);
});

test("without a network the check says why, and asks the same again", async () => {
  const { server, asked, ask, look, press, act, type } = openCheck({});
  server.isAway = true;
  expect((await ask("@some_name")).failureKey).toBe("errors:network");
  expect(press("ui.retry").failureKey).toBeNull();
  await act();
  expect(asked).toEqual(["@some_name", "@some_name"]);
  type("text", "@other_name");
  expect(look()).toMatchObject({ state: "idle", text: "@other_name", failureKey: null });
});

test("what the network kept from being asked is asked once there is one", async () => {
  const { server, ask, act } = openCheck({ "@some_name": "official" });
  server.isAway = true;
  await ask("@some_name");
  server.isAway = false;
  expect(await act({ type: "app.online" })).toMatchObject({ state: "official", failureKey: null });
});

test("a report goes to the operators with its reason, and the verdict stays until they decide", async () => {
  const { ask, reports, report } = openCheck({});
  await ask("@fake_support");
  expect((await report(" asks for my keys ")).state).toBe("sent");
  expect(reports).toEqual([{ account: "@fake_support", reason: "asks for my keys" }]);
  expect((await ask("@fake_support")).verdict).toBe("unknown");
});

test("who decides to report nothing still sees the verdict, and a new report begins empty", async () => {
  const { ask, reports, look, press, type } = openCheck({ "@fake_support": "unknown" });
  await ask("@fake_support");
  press("ui.report");
  press("ui.back");
  expect([look().state, look().verdict, reports]).toEqual(["unknown", "unknown", []]);
  // What is typed where no report is written, is none; the account stays while one is.
  type("reason", "asks for my keys");
  press("ui.report");
  type("text", "@other");
  expect(look()).toMatchObject({ state: "writing", text: "@fake_support", reason: "" });
});

test("a report too many is refused with a sentence, and what was written is kept", async () => {
  const { ask, look, press, report } = openCheck({ "@fake_support": "reported" }, 0);
  await ask("@fake_support");
  const view = await report("asks for my keys");
  expect(view).toMatchObject({
    state: "unsent",
    failureKey: "errors:tooManyTries",
    failureValues: { context: "minutes", wait: "60" },
  });
  press("ui.retry");
  expect(look()).toMatchObject({
    state: "writing",
    reason: "asks for my keys",
    failureKey: null,
  });
  press("ui.back");
  expect(look()).toMatchObject({ state: "reported", verdict: "reported" });
  await ask("@other_name");
  expect(press("ui.report")).toMatchObject({ state: "writing", reason: "" });
});
