import { welcomeMachine } from "./welcome.machine.ts";
import { viewWelcome } from "./welcome.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: welcomeMachine,
  inputs: [
    { target: "/homePage", isFromGroup: false },
    { target: "/homePage", isFromGroup: true },
  ],
  events: {},
  outcomes: {},
  key: ({ target, isFromGroup }) => [target, isFromGroup],
  invariants: {
    "the wanted page is never lost": ({ target }) => target.startsWith("/"),
  },
  view: viewWelcome,
  repeatable: ["ui.next", "ui.previous"],
  press: { "ui.previous": () => ({ isBack: true }) },
});
