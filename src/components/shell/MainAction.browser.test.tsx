import { act, type ReactNode, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { ViewAction } from "#machines/kit/viewAction.ts";
import { createMainButtonStack, type MainButton } from "#src/adapters/telegram/mainButtonStack.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Dialog } from "#src/components/ui/Dialog.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { MainAction } from "./MainAction.tsx";
import { Screen } from "./Screen.tsx";

type TestEvent = { type: "ui.retry" } | { type: "ui.back" };

const nothing = () => {};

const RETRY: ViewAction<TestEvent> = { event: { type: "ui.retry" }, labelKey: "app:environment.retry", enabled: true };
const BACK: ViewAction<TestEvent> = { event: { type: "ui.back" }, labelKey: "app:back", enabled: true };
const RETRY_LABEL = "Try again";

const send = vi.fn<(event: TestEvent) => void>();

/** Draws it in a messenger that has a main button, or has none. */
async function draw(node: ReactNode, hasMainButton = true) {
  const shown: (MainButton | null)[] = [];
  const stack = createMainButtonStack(
    (button) => shown.push(button),
    (run) => {
      run();
      return nothing;
    },
  );
  const messenger = {
    hasBackButton: () => true,
    hasMainButton: () => hasMainButton,
    pushMainButton: stack.push,
    disableMainButton: stack.pushModal,
    setGround: nothing,
    pushBack: () => nothing,
  };
  const browserBack = { push: () => nothing, follow: nothing };
  const app = { messenger, browserBack } as unknown as App;
  await renderWithTexts(<AppContext value={app}>{node}</AppContext>);
  return { shown, press: stack.press };
}

/** Then everything is pressed at the same moment. */
function stopClock(): void {
  const atMs = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(atMs);
}

afterEach(() => {
  send.mockReset();
  vi.restoreAllMocks();
  lookAtButton();
});

describe("MainAction where the messenger has a main button", () => {
  it("is that button: worded, enabled and busy as the view says, and nothing in the page", async () => {
    function Changing() {
      const [step, setStep] = useState(0);
      return (
        <>
          <button
            type="button"
            onClick={() => {
              setStep(step + 1);
            }}
          >
            next
          </button>
          {step < 3 && (
            <MainAction
              actions={step === 2 ? [] : [{ ...RETRY, enabled: step === 0 }]}
              type="ui.retry"
              send={nothing}
              variant="gold"
              labelKey="app:back"
              isBusy={step === 2}
            />
          )}
        </>
      );
    }
    const { shown } = await draw(<Changing />);
    for (let step = 0; step < 3; step += 1) await userEvent.click(page.getByRole("button", { name: "next" }));
    const look = { text: "Back", isEnabled: true, isBusy: false, tone: "gold" };
    const steps = shown.filter((button) => button !== null);
    expect(steps).toEqual([look, { ...look, isEnabled: false }, { ...look, isEnabled: false, isBusy: true }]);
    expect(shown.at(-1)).toBeNull();
    expect(page.getByRole("button").elements()).toHaveLength(1);
  });

  it("leaves no empty bar at the foot of the screen", async () => {
    await draw(
      <Screen title="Page" footer={<MainAction actions={[RETRY]} type="ui.retry" send={send} />}>
        content
      </Screen>,
    );
    await expect.element(page.getByRole("heading", { name: "Page" })).toBeVisible();
    const [footer] = document.querySelectorAll<HTMLElement>("main ~ *");
    expect(footer?.offsetHeight ?? 0).toBe(0);
  });

  it("keeps the second tap of a double tap from what the first one put under the finger", async () => {
    function Steps() {
      const [actions, setActions] = useState<readonly ViewAction<TestEvent>[]>([RETRY]);
      return (
        <>
          <MainAction
            actions={actions}
            type="ui.retry"
            send={(event) => {
              send(event);
              setActions([BACK]);
            }}
          />
          <MainAction actions={actions} type="ui.back" send={send} />
          <input
            aria-label="draft"
            onChange={() => {
              setActions([{ ...BACK }]);
            }}
          />
        </>
      );
    }
    const { shown, press } = await draw(<Steps />);
    await expect.poll(() => shown.at(-1)?.text).toBe(RETRY_LABEL);
    stopClock();
    await act(async () => {
      press();
    });
    expect(shown.at(-1)?.text).toBe("Back");
    press();
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.retry" });
    // A person who did something in between has seen the new button.
    await userEvent.fill(page.getByLabelText("draft"), "x");
    press();
    expect(send).toHaveBeenLastCalledWith({ type: "ui.back" });
  });

  it("does not answer beneath a dialog", async () => {
    const { shown, press } = await draw(
      <>
        <MainAction actions={[RETRY]} type="ui.retry" send={send} />
        <Dialog isOpen onClose={nothing} title="Sure?" actions={<button type="button">Yes</button>}>
          Really?
        </Dialog>
      </>,
    );
    await expect.poll(() => shown.at(-1)).toMatchObject({ text: RETRY_LABEL, isEnabled: false });
    press();
    expect(send).not.toHaveBeenCalled();
  });
});

describe("MainAction of a sheet", () => {
  function Choosing() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <MainAction
          actions={[RETRY]}
          type="ui.retry"
          send={(event) => {
            send(event);
            setIsOpen(true);
          }}
        />
        <Sheet
          isOpen={isOpen}
          onClose={() => {
            setIsOpen(false);
          }}
          title="Language"
          actions={
            <MainAction
              actions={[BACK]}
              type="ui.back"
              send={(event) => {
                send(event);
                setIsOpen(false);
              }}
            />
          }
        >
          <input aria-label="draft" />
        </Sheet>
      </>
    );
  }

  it("is the messenger's main button while the sheet is open, and the page's one comes back", async () => {
    const { shown, press } = await draw(<Choosing />);
    await expect.poll(() => shown.at(-1)?.text).toBe(RETRY_LABEL);
    await act(async () => {
      press();
    });
    await expect.poll(() => shown.at(-1)).toMatchObject({ text: "Back", isEnabled: true });
    expect(page.getByRole("dialog").getByRole("button").elements()).toEqual([]);
    const lowest = document.querySelector("dialog input")?.getBoundingClientRect().bottom ?? 0;
    expect(window.innerHeight - lowest).toBeLessThan(32);
    lookAtButton();
    await act(async () => {
      press();
    });
    expect(send).toHaveBeenLastCalledWith({ type: "ui.back" });
    await expect.poll(() => shown.at(-1)).toMatchObject({ text: RETRY_LABEL, isEnabled: true });
  });

  it("keeps a double tap that closes it from the page's action", async () => {
    send.mockImplementation(({ type }) => {
      if (type === "ui.back") stopClock();
    });
    const { shown, press } = await draw(<Choosing />);
    for (const [label, type] of [
      [RETRY_LABEL, "ui.retry"],
      ["Back", "ui.back"],
    ] as const) {
      await expect.poll(() => shown.at(-1)).toMatchObject({ text: label, isEnabled: true });
      // A press comes to be no second tap of an earlier one after a while.
      await expect.poll(() => (press(), send.mock.lastCall)).toEqual([{ type }]);
    }
    await expect.poll(() => shown.at(-1)).toMatchObject({ text: RETRY_LABEL, isEnabled: true });
    await act(async () => {
      press();
    });
    expect(send).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
    await expect.poll(() => (press(), send.mock.calls.length)).toBe(3);
  });

  it("stays in the sheet where there is no messenger", async () => {
    const { shown } = await draw(<Choosing />, false);
    await userEvent.click(page.getByRole("button", { name: RETRY_LABEL }));
    const back = page.getByRole("dialog").getByRole("button", { name: "Back" });
    await expect.element(back).toBeVisible();
    lookAtButton();
    await back.click();
    expect(send).toHaveBeenLastCalledWith({ type: "ui.back" });
    expect(shown).toEqual([]);
  });
});
