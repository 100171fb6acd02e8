import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { createActor, setup } from "xstate";

import { securityCodePromptMachine } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { useChild } from "./useChild.ts";

const asker = setup({ actors: { securityCodePrompt: securityCodePromptMachine } }).createMachine({
  initial: "quiet",
  states: {
    quiet: { on: { ask: "asking" } },
    asking: {
      invoke: {
        id: "securityCodePrompt",
        src: "securityCodePrompt",
        input: {
          attempt: { kind: "autoPayout", coinType: "eth", maxFee: null },
          failure: { kind: "api", error: "securityCodeRequired", message: "" },
        },
        onDone: "quiet",
      },
    },
  },
});

it("shows and hides a child when its chart opens and closes it, in a component that nothing else renders", async () => {
  const actor = createActor(asker).start();
  function Question() {
    const prompt = useChild(actor, "securityCodePrompt", viewSecurityCodePrompt);
    return prompt === null ? (
      <p>no question</p>
    ) : (
      <button
        onClick={() => {
          prompt.send({ type: "ui.cancel" });
        }}
      >
        {prompt.view.purpose}
      </button>
    );
  }
  await renderWithTexts(<Question />, {});
  await expect.element(page.getByText("no question")).toBeVisible();

  actor.send({ type: "ask" });
  const question = page.getByRole("button", { name: "autoPayout" });
  await expect.element(question).toBeVisible();

  await question.click();
  await expect.element(page.getByText("no question")).toBeVisible();
});
