import type { components } from "#contract/schema.d.ts";
import { CODE_REQUIRED, isSecurityCodeAsked, type SecuredAttempt } from "../securityCodePrompt/securedAttempt.ts";
import type {
  SecurityCodePromptInput,
  SecurityCodePromptOutput,
} from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { Failure } from "./failure.ts";
import { readError, readOutput, setFailure } from "./request.ts";

type Wallet = components["schemas"]["Wallet"];

export interface PromptEnd {
  output: SecurityCodePromptOutput;
}

/** For the `setup` of a chart that asks for the code: whether a try failed for want of it, and how the question ended. The person gave it up where none of them holds. */
export const promptGuards = {
  isSecurityCodeAsked: (_: unknown, { error }: { error: unknown }) => isSecurityCodeAsked(error),
  isGiven: (_: unknown, { output }: PromptEnd) => output.status === "given",
  isForgotten: (_: unknown, { output }: PromptEnd) => output.status === "forgotten",
  isFailed: (_: unknown, { output }: PromptEnd) => output.status === "failed",
};

/** The wallet that was bound with the code; null where something else was done. */
export function readBound({ event: { output } }: { event: PromptEnd }): { wallet: Wallet | null } {
  return { wallet: output.status === "given" && output.result.kind === "bindWallet" ? output.result.wallet : null };
}

/** Leads a try that the server refuses without the code to the state that asks for the code. */
export function ifCodeAsked<const Target extends string>(target: Target) {
  return {
    guard: { type: "isSecurityCodeAsked", params: readError },
    target,
    description: "The server wants the security code.",
    actions: setFailure,
  } as const;
}

interface Step {
  target: string;
  description: string;
}

/** What a state invokes that asks for the security code. The chart has the actor, `promptGuards` and the action `setFailure`. */
export function secured<
  Context,
  const Cases extends readonly (Step & { guard: object })[],
  const Given extends Step,
  const Forgotten extends Step,
  const Failed extends Step,
  const GivenUp extends Step,
  const Broken extends { target: string; actions?: unknown },
>(question: {
  attempt: (context: Context) => SecuredAttempt;
  /** Why a try did not go through without the code; left out where none is made without it. */
  failure?: (context: Context) => Failure | null;
  /** Ends that lead elsewhere than their kind, by guards of the chart; the first that holds. */
  cases: Cases;
  given: Given;
  forgotten: Forgotten;
  failed: Failed;
  givenUp: GivenUp;
  /** Where it leads that the question itself cannot be asked; the reason is kept by `setFailure`, unless it says otherwise. */
  broken: Broken;
}) {
  const { attempt, failure, cases, given, forgotten, failed, givenUp, broken } = question;
  return {
    id: "securityCodePrompt",
    src: "securityCodePrompt",
    input: ({ context }: { context: Context }): SecurityCodePromptInput => ({
      attempt: attempt(context),
      failure: failure?.(context) ?? CODE_REQUIRED,
    }),
    onDone: [
      ...cases,
      { ...given, guard: { type: "isGiven", params: readOutput } },
      { ...forgotten, guard: { type: "isForgotten", params: readOutput } },
      { ...failed, guard: { type: "isFailed", params: readOutput } },
      givenUp,
    ],
    onError: { actions: setFailure, ...broken, description: "The question broke." },
  } as const;
}
