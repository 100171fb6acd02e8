import { fromPromise } from "xstate";

import { antiFraudMachine } from "#machines/antiFraud/antiFraud.machine.ts";
import { viewAntiFraud } from "#machines/antiFraud/antiFraud.view.ts";

import { defineFlow } from "./flow.ts";

export const antiFraudFlow = defineFlow(
  "antiFraud",
  antiFraudMachine,
  ({ api }) => ({
    queryAccount: fromPromise(
      async ({ input, signal }) => (await api.get("/v1/antiFraud/query", input, signal, { hasToast: true })).verdict,
    ),
    sendReport: fromPromise(({ input, signal }) => api.post("/v1/antiFraud/report", input, signal, { hasToast: true })),
  }),
  viewAntiFraud,
);
