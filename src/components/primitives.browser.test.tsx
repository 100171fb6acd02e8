import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AmountField } from "./AmountField.tsx";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Envelope } from "./Envelope.tsx";
import { Field } from "./Field.tsx";
import { MainBar } from "./MainBar.tsx";
import { findMisfits } from "#tests/support/findMisfits.ts";
import { findViolations } from "#tests/support/findViolations.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { Screen } from "./Screen.tsx";
import { Section } from "./Section.tsx";
import { Segmented } from "./Segmented.tsx";
import { Sheet } from "./Sheet.tsx";
import { Stepper } from "./Stepper.tsx";
import { Tabs } from "./Tabs.tsx";
import { Toast } from "./Toast.tsx";

const nothing = () => {};

function Everything() {
  return (
    <Screen title="Everything" onBack={nothing} backLabel="Back" footer={<MainBar />} isFooterBare>
      <Section title="Form" isPadded footer="A footer">
        <Field label="Name" value="" onChange={nothing} hint="A hint" placeholder="Somebody" />
        <Field label="Code" value="x" onChange={nothing} error="Too short" />
        <AmountField label="Amount" value="0.05" onChange={nothing} unit="ETH" maxLength={9} />
        <Stepper
          label="Shares"
          value="5"
          onChange={nothing}
          min={1}
          max={100}
          decreaseLabel="Fewer"
          increaseLabel="More"
        />
        <Segmented
          label="Kind"
          value="a"
          onChange={nothing}
          options={[
            { value: "a", label: "Lucky draw" },
            { value: "b", label: "Ordinary" },
            { value: "c", label: "Closed", disabled: true },
          ]}
        />
      </Section>
      <Tabs
        label="Records"
        value="a"
        onChange={nothing}
        tabs={[
          { value: "a", label: "Sent" },
          { value: "b", label: "Received" },
        ]}
      >
        <p>Panel</p>
      </Tabs>
      <Envelope state="sealed" front="Good luck" />
      <Envelope state="opening" />
      <Envelope state="opened">0.01 ETH</Envelope>
      <Envelope state="empty" front="All gone" />
      <Envelope state="expired" front="Expired" />
      <Toast message="Saved" tone="good" />
    </Screen>
  );
}

describe("primitives", () => {
  it.each(["light", "dark"])("have no accessibility violation, %s", async (theme) => {
    document.documentElement.dataset["theme"] = theme;
    await renderWithTexts(<Everything />);
    expect(await findViolations()).toEqual([]);
    delete document.documentElement.dataset["theme"];
  });

  it("fit a narrow phone without scrolling sideways, with targets of 44 pixels and inputs of 16", async () => {
    await page.viewport(320, 700);
    await renderWithTexts(<Everything />);
    expect(findMisfits()).toEqual([]);
    const inputs = [...document.querySelectorAll<HTMLInputElement>("input:not([type=radio])")];
    expect(inputs.filter((input) => Number.parseFloat(getComputedStyle(input).fontSize) < 16)).toEqual([]);
    await page.viewport(390, 844);
  });
});

describe("Field", () => {
  it("ties label, hint and error to the input", async () => {
    await renderWithTexts(
      <Field label="Code" value="x" onChange={nothing} hint="Eight characters" error="Too short" />,
    );
    const input = page.getByLabelText("Code");
    await expect.element(input).toHaveAccessibleDescription("Too short");
    await expect.element(input).toBeInvalid();
  });
});

describe("AmountField", () => {
  it("takes a comma for a point and leaves letters out", async () => {
    function Example() {
      const [value, setValue] = useState("");
      return <AmountField label="Amount" value={value} onChange={setValue} unit="ETH" maxLength={9} />;
    }
    await renderWithTexts(<Example />);
    await userEvent.type(page.getByLabelText("Amount"), "0,0x5");
    await expect.element(page.getByLabelText("Amount")).toHaveValue("0.05");
  });
});

describe("Stepper", () => {
  it("steps within its bounds and from an empty field to the first number", async () => {
    function Example() {
      const [value, setValue] = useState("");
      return (
        <Stepper
          label="Shares"
          value={value}
          onChange={setValue}
          min={1}
          max={3}
          decreaseLabel="Fewer"
          increaseLabel="More"
        />
      );
    }
    await renderWithTexts(<Example />);
    const more = page.getByRole("button", { name: "More" });
    await more.click();
    await expect.element(page.getByLabelText("Shares")).toHaveValue("1");
    await expect.element(page.getByRole("button", { name: "Fewer" })).toBeDisabled();
    await more.click();
    await more.click();
    await expect.element(page.getByLabelText("Shares")).toHaveValue("3");
    await expect.element(more).toBeDisabled();
  });
});

describe("Tabs", () => {
  it("move by arrow keys", async () => {
    function Example() {
      const [value, setValue] = useState<"a" | "b">("a");
      return (
        <Tabs
          label="Records"
          value={value}
          onChange={setValue}
          tabs={[
            { value: "a", label: "Sent" },
            { value: "b", label: "Received" },
          ]}
        >
          <p>{value}</p>
        </Tabs>
      );
    }
    await renderWithTexts(<Example />);
    await page.getByRole("tab", { name: "Sent" }).click();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("tab", { name: "Received" })).toHaveFocus();
    await expect.element(page.getByRole("tabpanel", { name: "Received" })).toHaveTextContent("b");
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("tabpanel", { name: "Sent" })).toHaveTextContent("a");
  });
});

describe.each([
  ["Dialog", Dialog],
  ["Sheet", Sheet],
])("%s", (_, Modal) => {
  it("has a name, takes the focus, gives it back, and closes by Escape", async () => {
    function Example() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <main>
          <h1>Page</h1>
          <Button
            onClick={() => {
              setIsOpen(true);
            }}
          >
            Open
          </Button>
          <Modal
            isOpen={isOpen}
            onClose={() => {
              setIsOpen(false);
            }}
            title="Tips"
            actions={<Button>Fine</Button>}
          >
            <p>Something to know</p>
          </Modal>
        </main>
      );
    }
    await renderWithTexts(<Example />);
    await page.getByRole("button", { name: "Open" }).click();
    const dialog = page.getByRole("dialog", { name: "Tips" });
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    expect(await findViolations()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
  });

  it("asks to close when the backdrop is tapped, and only then", async () => {
    const onClose = vi.fn<() => void>();
    await renderWithTexts(
      <Modal isOpen onClose={onClose} title="Tips" actions={<Button>Fine</Button>}>
        <p>Inside</p>
      </Modal>,
    );
    await page.getByText("Inside").click();
    expect(onClose).not.toHaveBeenCalled();
    document.querySelector("dialog")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("Toast", () => {
  it("is announced: its region is there before the text", async () => {
    function Example() {
      const [message, setMessage] = useState<string | null>(null);
      return (
        <>
          <Button
            onClick={() => {
              setMessage("Saved");
            }}
          >
            Save
          </Button>
          <Toast message={message} />
        </>
      );
    }
    await renderWithTexts(<Example />);
    await expect.element(page.getByRole("status")).toBeInTheDocument();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByRole("status")).toHaveTextContent("Saved");
  });
});
