import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { Messenger } from "#src/adapters/telegram/messenger.ts";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Stepper } from "#src/components/ui/Stepper.tsx";
import { Tabs } from "#src/components/ui/Tabs.tsx";
import type { App } from "#src/createApp.ts";
import { feelSelections } from "#src/page/followInput.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { AppContext } from "./useApp.ts";

const vibrate = vi.fn<Messenger["vibrate"]>();
const app = { messenger: { vibrate } } as unknown as App;

let stop = () => {};

beforeEach(() => {
  vibrate.mockClear();
});

afterEach(() => {
  stop();
});

function Choices() {
  const [kind, setKind] = useState<"draw" | "equal">("draw");
  const [tab, setTab] = useState<"sent" | "received">("sent");
  const [count, setCount] = useState("2");
  return (
    <>
      <Segmented
        label="Kind"
        value={kind}
        onChange={setKind}
        options={[
          { value: "draw", label: "Draw" },
          { value: "equal", label: "Equal" },
        ]}
      />
      <Stepper
        label="Shares"
        value={count}
        onChange={setCount}
        min={1}
        max={3}
        decreaseLabel="Fewer"
        increaseLabel="More"
      />
      <Tabs
        label="Records"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "sent", label: "Sent" },
          { value: "received", label: "Received" },
        ]}
      >
        {tab}
      </Tabs>
    </>
  );
}

describe("a choice", () => {
  it("is felt once, and nothing else is", async () => {
    await renderWithTexts(
      <AppContext value={app}>
        <Choices />
      </AppContext>,
    );
    stop = feelSelections(document, vibrate);
    const press = async (target: ReturnType<typeof page.getByRole>) => {
      vibrate.mockClear();
      await userEvent.click(target);
      return vibrate.mock.calls;
    };
    expect(await press(page.getByRole("radio", { name: "Equal" }))).toEqual([["selection"]]);
    expect(await press(page.getByRole("radio", { name: "Equal" }))).toEqual([]);
    expect(await press(page.getByRole("button", { name: "More" }))).toEqual([["selection"]]);
    expect(await press(page.getByRole("tab", { name: "Received" }))).toEqual([["selection"]]);
    expect(await press(page.getByRole("tab", { name: "Received" }))).toEqual([]);
    expect(await press(page.getByLabelText("Shares"))).toEqual([]);
  });
});
