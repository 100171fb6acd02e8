import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import { accountDeletionMachine, type Obstacle } from "./accountDeletion.machine.ts";
import { viewAccountDeletion } from "./accountDeletion.view.ts";

const BALANCE: Obstacle = { kind: "balance", coinType: "eth", amount: "0.5", id: null, until: null };

/** The page of somebody at a server. */
function openPage({ obstacles = [], code = null }: { obstacles?: Obstacle[]; code?: string | null } = {}) {
  const server = { obstacles, isDeleted: false, refusal: null as Failure | null };
  const remove = (securityCode: string | null): undefined => {
    if (server.refusal !== null) throw server.refusal;
    if (code !== securityCode) throw refuse("securityCodeRequired");
    if (server.obstacles.length > 0) throw refuse("notAvailable");
    server.isDeleted = true;
  };
  const chart = openChart(accountDeletionMachine, viewAccountDeletion, {
    world: {
      listObstacles: () => {
        if (server.refusal !== null) throw server.refusal;
        return server.obstacles;
      },
      deleteAccount: () => remove(null),
      securityCodePrompt: scriptPrompt(async (_, securityCode) => {
        remove(securityCode);
        return { kind: "deleteAccount" };
      }),
    },
    events: [{ type: "ui.open" }],
  });
  const findPrompt = () => chart.actor.getSnapshot().children.securityCodePrompt;
  const enter = (value: string): void => {
    findPrompt()?.send({ type: "ui.type", field: "securityCode", value });
    findPrompt()?.send({ type: "ui.submit" });
  };
  const listNews = () => chart.emitted.map(({ type }) => type);
  return { ...chart, server, findPrompt, enter, listNews };
}

test("who owes nothing deletes the account after a question, and the session is told", async () => {
  const { server, see, press, listNews } = openPage();
  await see("ready");
  press("ui.delete", "ui.back");
  await see("ready");
  press("ui.delete");
  expect(server.isDeleted).toBe(false);
  press("ui.confirm");
  await see("deleted");
  expect([server.isDeleted, listNews()]).toEqual([true, ["session.accountDeleted"]]);
});

test("who is owed something reads what, and goes on once it is seen to", async () => {
  const { server, see, press } = openPage({ obstacles: [BALANCE] });
  expect((await see("blocked")).obstacles).toEqual([BALANCE]);
  server.obstacles = [];
  press("ui.retry");
  expect((await see("ready")).obstacles).toEqual([]);
  // Money arrives while the person is asked.
  press("ui.delete");
  server.obstacles = [BALANCE];
  press("ui.confirm");
  expect((await see("blocked")).obstacles).toEqual([BALANCE]);
  expect(server.isDeleted).toBe(false);
});

test("a security code is asked for where one is set", async () => {
  const { server, see, findPrompt, enter, press, listNews } = openPage({ code: "R1ghtone" });
  await see("ready");
  const ask = async () => {
    press("ui.delete", "ui.confirm");
    await see("askingCode");
  };
  await ask();
  findPrompt()?.send({ type: "ui.cancel" });
  await see("ready");
  await ask();
  findPrompt()?.send({ type: "ui.forgot" });
  await see("ready");
  await ask();
  server.obstacles = [BALANCE];
  enter("R1ghtone");
  await see("blocked");
  server.obstacles = [];
  press("ui.retry");
  await see("ready");
  await ask();
  enter("R1ghtone");
  await see("deleted");
  expect(listNews()).toEqual(["code.wanted", "session.accountDeleted"]);
});

test("a failure is told, and nothing is deleted", async () => {
  const { server, see, press, send } = openPage();
  await see("ready");
  server.refusal = OFFLINE;
  press("ui.delete", "ui.confirm");
  expect((await see("failed")).failureKey).toBe("errors:network");
  press("ui.retry");
  await see("loading");
  expect((await see("failed")).failureKey).toBe("errors:network");
  server.refusal = null;
  press("ui.retry");
  expect((await see("ready")).failureKey).toBeNull();
  expect(server.isDeleted).toBe(false);
  // Without a network it is read again by itself once there is one, and by nothing else.
  server.refusal = OFFLINE;
  press("ui.delete", "ui.confirm");
  await see("failed");
  server.refusal = { kind: "timeout" };
  send({ type: "app.online" });
  await see("loading");
  expect((await see("failed")).failureKey).toBe("errors:timeout");
  send({ type: "app.online" });
  await see("failed");
});

test("what fails once the code is entered is told, and the question begins with what the server said", async () => {
  const { server, see, findPrompt, enter, press } = openPage({ code: "R1ghtone" });
  await see("ready");
  press("ui.delete", "ui.confirm");
  await see("askingCode");
  server.refusal = OFFLINE;
  enter("R1ghtone");
  expect((await see("failed")).failureKey).toBe("errors:network");
  server.refusal = null;
  press("ui.retry");
  await see("ready");
  press("ui.delete");
  server.refusal = refuse("wrongSecurityCode");
  press("ui.confirm");
  await see("askingCode");
  expect(findPrompt()?.getSnapshot().value).toBe("wrong");
});
