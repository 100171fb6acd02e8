import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { AccountSafety } from "../email/email.machine.ts";
import { securityCodeMachine } from "./securityCode.machine.ts";
import { viewSecurityCode } from "./securityCode.view.ts";

function openCode(account: AccountSafety, refusal: string | null = null) {
  const saved: string[] = [];
  const machine = securityCodeMachine.provide({
    actors: {
      loadAccount: fromPromise<AccountSafety, undefined>(async () => account),
      saveCode: fromPromise<null, { newSecurityCode: string }>(async ({ input }) => {
        if (refusal !== null) throw { kind: "api", error: refusal, message: "" };
        saved.push(input.newSecurityCode);
        return null;
      }),
    },
  });
  const actor = createActor(machine, { input: { isForgotten: false } }).start();
  actor.send({ type: "ui.open" });
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewSecurityCode(await waitFor(actor, ({ value }) => value === state));
  const type = (newSecurityCode: string, repeated = newSecurityCode) => {
    actor.send({ type: "ui.type", field: "newSecurityCode", value: newSecurityCode });
    actor.send({ type: "ui.type", field: "repeatedSecurityCode", value: repeated });
  };
  return { actor, see, type, saved };
}

const WITHOUT_CODE: AccountSafety = { email: "ann@example.com", hasSecurityCode: false };
const WITH_CODE: AccountSafety = { email: "ann@example.com", hasSecurityCode: true };

test("without an email nothing can be set", async () => {
  const { see } = openCode({ email: null, hasSecurityCode: false });
  expect((await see("emailMissing")).actions).toEqual([]);
});

test("a first code is saved, and kept nowhere", async () => {
  const { actor, see, type, saved } = openCode(WITHOUT_CODE);
  expect((await see("choosing")).mode).toBe("set");
  type("Newcode1");
  actor.send({ type: "ui.submit" });
  expect(await see("saved")).toMatchObject({ newSecurityCode: "", repeatedSecurityCode: "", blockedUntil: null });
  expect(saved).toEqual(["Newcode1"]);
});

test("what is still missing shows while one types", async () => {
  const { actor, see, type } = openCode(WITHOUT_CODE);
  await see("choosing");
  type("newcode", "new");
  const met = viewSecurityCode(actor.getSnapshot()).parts.filter(({ isMet }) => isMet);
  expect(met.map(({ part }) => part)).toEqual(["lowerCase"]);
  expect(viewSecurityCode(actor.getSnapshot()).problems.repeatedSecurityCode).toBeNull();
  type("新Code12a");
  expect(viewSecurityCode(actor.getSnapshot()).problems.newSecurityCode).toBe("codes:securityCode.problem.characters");
  type("Newcode1", "Newcode2");
  actor.send({ type: "ui.submit" });
  expect((await see("choosing")).problems.repeatedSecurityCode).toBe("codes:securityCode.problem.other");
});

test("a change asks for the present code; who has forgotten it recovers by email", async () => {
  const { actor, see, type } = openCode(WITH_CODE, "securityCodeRequired");
  expect((await see("choosing")).mode).toBe("change");
  type("Newcode1");
  actor.send({ type: "ui.submit" });
  await see("askingCode");
  actor.getSnapshot().children.securityCodePrompt?.send({ type: "ui.forgot" });
  expect(await see("choosing")).toMatchObject({ mode: "recover", newSecurityCode: "Newcode1" });
  actor.send({ type: "ui.submit" });
  await see("proving");
});
