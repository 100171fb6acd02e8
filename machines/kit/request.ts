import { assign } from "xstate";
import { type Failure, toFailure } from "./failure.ts";

interface Failing {
  context: { failure: Failure | null };
}

/** For the `setup` of a chart that keeps why the last step failed. */
export const failureActions = {
  setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })) as (
    _: Failing,
    params: { error: unknown },
  ) => void,
  clearFailure: assign({ failure: null }) as (_: Failing) => void,
};

/** Keeps what a request rejected with, also where no answer came in time. */
export const setFailure = { type: "setFailure", params: readError } as const;

export function readError({ event }: { event: { error: unknown } }): { error: unknown } {
  return { error: event.error };
}

/** What a child ended with, as the parameter itself. */
export const takeOutput = <Output>({ event }: { event: { output: Output } }): Output => event.output;

export function readOutput<Output>({ event }: { event: { output: Output } }): { output: Output } {
  return { output: event.output };
}

/** Why a child could not do what it was invoked for: the failure in its output. */
export function readOutputError({ event: { output } }: { event: { output: object } }): { error: unknown } {
  return { error: "failure" in output ? output.failure : null };
}

export const setOutputFailure = { type: "setFailure", params: readOutputError } as const;

/** Where a request leads that fails; the reason is kept. */
export function failTo<const Step extends { target: string; description: string }>(step: Step) {
  return { ...step, actions: setFailure } as const;
}

/** Whether a request failed because no answer came in time. Each chart implements the guard by `isTimeout` of `failure.ts`. */
export const ifTimeout = { type: "isTimeout", params: readError } as const;
