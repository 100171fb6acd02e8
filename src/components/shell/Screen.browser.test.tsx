import { useState } from "react";
import { Route, Routes } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { Messenger } from "#src/adapters/telegram/messenger.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Button } from "#src/components/ui/Button.tsx";
import { Link } from "#src/components/ui/Link.tsx";
import { Screen } from "./Screen.tsx";

const ROWS = Array.from({ length: 40 }, (_, index) => `Row ${String(index)}`);

it("has one heading, which names the document", async () => {
  await renderWithTexts(
    <Screen title="Records" isTitleHidden>
      <p>Rows</p>
    </Screen>,
  );
  await expect.element(page.getByRole("heading", { level: 1, name: "Records" })).toBeInTheDocument();
  expect(document.title).toBe("Records");
});

it("is as wide as the window, whatever flies out at its sides", async () => {
  await page.viewport(320, 640);
  await renderWithTexts(
    <Screen title="Records">
      <div style={{ width: 40, transform: "translate(400px)" }}>Spark</div>
    </Screen>,
  );
  expect(document.documentElement.scrollWidth).toBe(320);
});

it("gives the focus to a new page's heading, without a ring", async () => {
  await renderWithTexts(
    <Routes>
      <Route
        path="/"
        element={
          <Screen title="Home">
            <Link to="/records">Records</Link>
          </Screen>
        }
      />
      <Route
        path="/records"
        element={
          <div>
            <Screen title="All records">
              <p>Rows</p>
            </Screen>
          </div>
        }
      />
    </Routes>,
  );
  expect(document.activeElement).toBe(document.body);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const heading = page.getByRole("heading", { name: "All records" });
  await expect.element(heading).toHaveFocus();
  expect(getComputedStyle(heading.element()).outlineStyle).toBe("none");
});

it("leaves the focus where it is", async () => {
  function Example() {
    const [title, setTitle] = useState("Name");
    return (
      <Screen title={title}>
        <input
          aria-label="Name"
          onChange={({ target }) => {
            setTitle(target.value);
          }}
        />
      </Screen>
    );
  }
  await renderWithTexts(<Example />);
  await userEvent.type(page.getByRole("textbox"), "Anna");
  await expect.element(page.getByRole("textbox")).toHaveValue("Anna");
  expect(document.title).toBe("Anna");
});

it("gives the focus to the heading when what had it is gone, and not when somebody let it go", async () => {
  function Steps() {
    const [step, setStep] = useState(0);
    const go = () => {
      setStep(step + 1);
    };
    return (
      <Screen title="Steps">
        <p>Step {step}</p>
        {step < 2 && (
          <Button key={step} onClick={go}>
            Go on
          </Button>
        )}
        <Button onClick={go}>Stays</Button>
      </Screen>
    );
  }
  await renderWithTexts(<Steps />);
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(page.getByText("Step 1")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Steps" })).toHaveFocus();

  const stays = page.getByRole("button", { name: "Stays" }).element() as HTMLElement;
  stays.focus();
  stays.blur();
  stays.click();
  await expect.element(page.getByText("Step 2")).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

it("hides nothing under its footer", async () => {
  await renderWithTexts(
    <Screen title="Records" footer={<Button>Send</Button>}>
      {ROWS.map((row) => (
        <button key={row} type="button" style={{ minHeight: 44 }}>
          {row}
        </button>
      ))}
    </Screen>,
  );
  const footer = page.getByRole("button", { name: "Send" });
  expect(footer.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
  const topOfFooter = () => footer.element().getBoundingClientRect().top;
  const rows = page.getByRole("button", { name: /^Row/u }).elements();
  expect(rows).toHaveLength(ROWS.length);
  for (const row of rows) {
    row.scrollIntoView({ block: "nearest" });
    expect(row.getBoundingClientRect().bottom).toBeLessThanOrEqual(topOfFooter());
  }
});

it("lets the footer go where a keyboard leaves little height", async () => {
  await page.viewport(390, 400);
  await renderWithTexts(
    <Screen title="Records" footer={<Button>Send</Button>}>
      {ROWS.map((row) => (
        <p key={row}>{row}</p>
      ))}
    </Screen>,
  );
  expect(page.getByRole("button", { name: "Send" }).element().getBoundingClientRect().top).toBeGreaterThan(400);
  await page.viewport(390, 844);
});

it("covers the whole window with the stage", async () => {
  await renderWithTexts(
    <Screen title="Open it" ground="stage">
      <p>An envelope</p>
    </Screen>,
  );
  const screen = page.getByRole("main").element().parentElement as HTMLElement;
  const { position, backgroundImage, width, height } = getComputedStyle(screen, "::before");
  expect([position, width, height]).toEqual(["fixed", "390px", "844px"]);
  expect(backgroundImage).toContain("radial-gradient");
});

it("begins a red field at the very edges, and colours the messenger's bar above it", async () => {
  document.documentElement.style.setProperty("--tg-viewport-safe-area-inset-top", "47px");
  const setGround = vi.fn<Messenger["setGround"]>();
  await renderWithTexts(
    <AppContext value={{ messenger: { setGround, hasBackButton: () => false } } as unknown as App}>
      <Screen title="Home" isTitleHidden hero={<p style={{ background: "red" }}>Hello</p>}>
        <p>Rows</p>
      </Screen>
    </AppContext>,
  );
  const { top, left, right } = page.getByText("Hello").element().getBoundingClientRect();
  document.documentElement.style.removeProperty("--tg-viewport-safe-area-inset-top");
  expect([top, left, right]).toEqual([0, 0, 390]);
  expect(setGround.mock.calls).toEqual([["hero"]]);
});
