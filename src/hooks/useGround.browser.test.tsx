import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useState } from "react";

import type { Messenger } from "#src/adapters/telegram/messenger.ts";
import { Screen } from "#src/components/shell/Screen.tsx";
import type { App } from "#src/createApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { AppContext } from "./useApp.ts";

it("colours the messenger's bars like the ground of the screen that stands", async () => {
  const setGround = vi.fn<Messenger["setGround"]>();
  const app = { messenger: { setGround } } as unknown as App;
  function Screens() {
    const [isClaim, setClaim] = useState(false);
    return isClaim ? (
      <Screen key="claim" title="Claim" ground="stage">
        claim
      </Screen>
    ) : (
      <Screen key="send" title="Send">
        <button
          type="button"
          onClick={() => {
            setClaim(true);
          }}
        >
          next
        </button>
      </Screen>
    );
  }
  await renderWithTexts(
    <AppContext value={app}>
      <Screens />
    </AppContext>,
  );
  expect(setGround.mock.calls).toEqual([["page"]]);
  await userEvent.click(page.getByRole("button", { name: "next" }));
  await expect.poll(() => setGround.mock.calls).toEqual([["page"], ["stage"]]);
});
