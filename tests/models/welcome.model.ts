import { welcomeMachine, welcomeSecrets } from "#machines/welcome/welcome.machine.ts";
import { welcomeTable, type WelcomeShape } from "#machines/welcome/welcome.table.ts";
import { viewWelcome } from "#machines/welcome/welcome.view.ts";
import { defineModel } from "./model.ts";

export const model = defineModel<WelcomeShape>({
  machine: welcomeMachine,
  table: welcomeTable,
  secrets: welcomeSecrets,
  inputs: [{ target: "/homePage" }],
  events: {
    "ui.next": [{ type: "ui.next" }],
    "ui.previous": [{ type: "ui.previous" }],
    "ui.leave": [{ type: "ui.leave" }],
  },
  outcomes: {},
  key: ({ target }) => target,
  invariants: {
    "the wanted page is never lost": ({ target }) => target.startsWith("/"),
  },
  view: viewWelcome,
});
