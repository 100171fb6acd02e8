import type { Failure } from "../kit/failure.ts";
import { readOutput } from "../kit/request.ts";
import type { SecurityCodePromptOutput } from "./securityCodePrompt.machine.ts";

export interface PromptEnd {
  output: SecurityCodePromptOutput;
}

/** Why the code is asked for before the server was asked. */
export const CODE_REQUIRED: Failure = { kind: "api", error: "securityCodeRequired", message: "" };

/** For the `setup` of a chart that asks for the code: how the question ended. The person gave it up where none of them holds. */
export const promptGuards = {
  isGiven: (_: unknown, { output }: PromptEnd) => output.status === "given",
  isForgotten: (_: unknown, { output }: PromptEnd) => output.status === "forgotten",
  isFailed: (_: unknown, { output }: PromptEnd) => output.status === "failed",
};

export const ifGiven = { type: "isGiven", params: readOutput<SecurityCodePromptOutput> } as const;
export const ifForgotten = { type: "isForgotten", params: readOutput<SecurityCodePromptOutput> } as const;
export const ifFailed = { type: "isFailed", params: readOutput<SecurityCodePromptOutput> } as const;
