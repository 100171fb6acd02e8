import type { SecurityCodePromptOutput } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import { giveSecurityCode } from "../../support/account.ts";
import { SECURITY_CODE } from "../../support/fundedUser.ts";
import { endCalls } from "./endCalls.ts";
import type { WalkScene } from "./WalkScene.ts";

/**
 * Answers the question for the security code as a person would who has the outcome in mind.
 * @param calls that are repeated with the code
 */
export async function answerPrompt(
  scene: WalkScene,
  output: SecurityCodePromptOutput,
  calls: readonly string[],
): Promise<void> {
  switch (output.status) {
    case "cancelled":
      return scene.person.app.getByRole("dialog").press("Escape");
    case "forgotten":
      return scene.press("codes:prompt.forgot");
    case "given":
    case "failed":
      await giveSecurityCode(scene.person, SECURITY_CODE);
      return endCalls(scene, calls, output.status === "failed" ? output.failure : null);
  }
}
