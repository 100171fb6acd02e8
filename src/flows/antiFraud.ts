import { antiFraudMachine } from "#machines/antiFraud/antiFraud.machine.ts";
import { viewAntiFraud, type AntiFraudView } from "#machines/antiFraud/antiFraud.view.ts";
import { createAntiFraudActors } from "#src/adapters/actors/antiFraud.ts";

import type { Flow } from "./flow.ts";

export const antiFraudFlow: Flow<"antiFraud", AntiFraudView> = {
  name: "antiFraud",
  create: ({ api }) => antiFraudMachine.provide({ actors: createAntiFraudActors({ api }) }),
  view: viewAntiFraud,
};
