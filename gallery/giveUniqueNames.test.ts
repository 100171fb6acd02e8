import { expect, test } from "vitest";

import { listFacts } from "./listFacts.ts";
import { giveUniqueNames } from "./giveUniqueNames.ts";

const name = (...views: readonly { state: string }[]) =>
  giveUniqueNames(views.map((view) => ({ state: view.state, facts: listFacts(view), node: null }))).map(
    ({ name }) => name,
  );

test("the first of a state needs no more than its name", () => {
  expect(name({ state: "idle" }, { state: "failed" })).toEqual(["idle", "failed"]);
});

test("a further one tells what is different, and of something new only that it is there", () => {
  const order = { orderId: "o1", status: "paid" };
  expect(
    name(
      { state: "live", order: null, failureKey: null } as { state: string },
      { state: "live", order, failureKey: "errors:network" } as { state: string },
    ),
  ).toEqual(["live", "live, order there, failureKey network"]);
});

test("typed text is named as there or not", () => {
  const enter = (passphrase: string) => ({ state: "entering", passphrase });
  expect(name(enter(""), enter("eight fish"), enter("nine fish"))).toEqual([
    "entering",
    "entering, passphrase there",
    "entering, passphrase there (2)",
  ]);
});

test("actions are named by type, and marked where they are disabled", () => {
  const act = (enabled: boolean) => ({ state: "page", actions: [{ event: { type: "ui.refresh" }, enabled }] });
  expect(name(act(true), act(false))).toEqual(["page", "page, actions ui.refresh off"]);
});
