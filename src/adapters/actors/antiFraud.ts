import { fromPromise } from "xstate";
import { antiFraudMachine, type Verdict } from "#machines/antiFraud/antiFraud.machine.ts";
import { viewAntiFraud } from "#machines/antiFraud/antiFraud.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { defineFlow } from "./defineFlow.ts";

function createAntiFraudActors({ api }: { api: Api }) {
  return {
    queryAccount: fromPromise<Verdict, { account: string }>(async ({ input, signal }) => {
      const { verdict } = await api.get("/v1/antiFraud/query", input, signal, { hasToast: true });
      return verdict;
    }),
    sendReport: fromPromise<null, { account: string; reason: string }>(async ({ input, signal }) => {
      await api.post("/v1/antiFraud/report", input, signal, { hasToast: true });
      return null;
    }),
  };
}

export const antiFraudFlow = defineFlow("antiFraud", antiFraudMachine, createAntiFraudActors, viewAntiFraud);
