import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import { accountDeletionMachine, type Obstacle } from "./accountDeletion.machine.ts";
import { type AccountDeletionView, viewAccountDeletion } from "./accountDeletion.view.ts";

const BALANCE: Obstacle = { kind: "balance", coinType: "eth", amount: "0.5", id: null, until: null };
const refuse = (error: "notAvailable" | "securityCodeRequired" | "wrongSecurityCode"): Failure => ({
  kind: "api",
  error,
  message: "",
});

/** The page of somebody at a server. */
function openPage(more: { obstacles?: Obstacle[]; code?: string } = {}) {
  const server = { obstacles: [], code: null, isDeleted: false, refusal: null, ...more } as {
    obstacles: Obstacle[];
    code: string | null;
    isDeleted: boolean;
    refusal: Failure | null;
  };
  const remove = (securityCode: string | null): undefined => {
    if (server.refusal !== null) throw server.refusal;
    if (server.code !== securityCode) throw refuse("securityCodeRequired");
    if (server.obstacles.length > 0) throw refuse("notAvailable");
    server.isDeleted = true;
  };
  const machine = accountDeletionMachine.provide({
    actors: {
      listObstacles: fromPromise<readonly Obstacle[], undefined>(async () => {
        if (server.refusal !== null) throw server.refusal;
        return server.obstacles;
      }),
      deleteAccount: fromPromise<undefined, undefined>(async () => remove(null)),
      securityCodePrompt: scriptPrompt(async (_, securityCode) => {
        remove(securityCode);
        return { kind: "deleteAccount" };
      }),
    },
  });
  const told: string[] = [];
  const actor = createActor(machine);
  actor.on("*", ({ type }) => told.push(type));
  actor.start().send({ type: "ui.open" });
  const see = async (state: AccountDeletionView["state"]) =>
    viewAccountDeletion(await waitFor(actor, (snapshot) => snapshot.value === state));
  const findPrompt = () => actor.getSnapshot().children.securityCodePrompt;
  const enter = (value: string): void => {
    findPrompt()?.send({ type: "ui.type", field: "securityCode", value });
    findPrompt()?.send({ type: "ui.submit" });
  };
  return { server, told, actor, see, findPrompt, enter };
}

test("who owes nothing deletes the account after a question, and the session is told", async () => {
  const { server, told, actor, see } = openPage();
  await see("ready");
  actor.send({ type: "ui.delete" });
  actor.send({ type: "ui.back" });
  await see("ready");
  actor.send({ type: "ui.delete" });
  expect(server.isDeleted).toBe(false);
  actor.send({ type: "ui.confirm" });
  await see("deleted");
  expect([server.isDeleted, told]).toEqual([true, ["account.deleted"]]);
});

test("who is owed something reads what, and goes on once it is seen to", async () => {
  const { server, actor, see } = openPage({ obstacles: [BALANCE] });
  expect((await see("blocked")).obstacles).toEqual([BALANCE]);
  server.obstacles = [];
  actor.send({ type: "ui.retry" });
  expect((await see("ready")).obstacles).toEqual([]);
  // Money arrives while the person is asked.
  actor.send({ type: "ui.delete" });
  server.obstacles = [BALANCE];
  actor.send({ type: "ui.confirm" });
  expect((await see("blocked")).obstacles).toEqual([BALANCE]);
  expect(server.isDeleted).toBe(false);
});

test("a security code is asked for where one is set", async () => {
  const { server, told, actor, see, findPrompt, enter } = openPage({ code: "R1ghtone" });
  await see("ready");
  const ask = async () => {
    actor.send({ type: "ui.delete" });
    actor.send({ type: "ui.confirm" });
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
  actor.send({ type: "ui.retry" });
  await see("ready");
  await ask();
  enter("R1ghtone");
  await see("deleted");
  expect(told).toEqual(["recovery.wanted", "account.deleted"]);
});

test("a failure is told, and nothing is deleted", async () => {
  const { server, actor, see } = openPage();
  await see("ready");
  server.refusal = { kind: "network" };
  actor.send({ type: "ui.delete" });
  actor.send({ type: "ui.confirm" });
  expect((await see("failed")).failureKey).toBe("errors:network");
  actor.send({ type: "ui.retry" });
  await see("loading");
  expect((await see("failed")).failureKey).toBe("errors:network");
  server.refusal = null;
  actor.send({ type: "ui.retry" });
  expect((await see("ready")).failureKey).toBeNull();
  expect(server.isDeleted).toBe(false);
  // Without a network it is read again by itself once there is one, and by nothing else.
  server.refusal = { kind: "network" };
  actor.send({ type: "ui.delete" });
  actor.send({ type: "ui.confirm" });
  await see("failed");
  server.refusal = { kind: "timeout" };
  actor.send({ type: "app.online" });
  await see("loading");
  expect((await see("failed")).failureKey).toBe("errors:timeout");
  actor.send({ type: "app.online" });
  await see("failed");
});

test("what fails once the code is entered is told, and the question begins with what the server said", async () => {
  const { server, actor, see, findPrompt, enter } = openPage({ code: "R1ghtone" });
  await see("ready");
  actor.send({ type: "ui.delete" });
  actor.send({ type: "ui.confirm" });
  await see("askingCode");
  server.refusal = { kind: "network" };
  enter("R1ghtone");
  expect((await see("failed")).failureKey).toBe("errors:network");
  server.refusal = null;
  actor.send({ type: "ui.retry" });
  await see("ready");
  actor.send({ type: "ui.delete" });
  server.refusal = refuse("wrongSecurityCode");
  actor.send({ type: "ui.confirm" });
  await see("askingCode");
  expect(findPrompt()?.getSnapshot().value).toBe("wrong");
});
