import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";

import { useLateText } from "./WordFields.tsx";

function Form({ coming }: { coming: Promise<string> }) {
  const [value, setValue] = useState("");
  const fillLate = useLateText(value, setValue);
  return (
    <>
      <input
        aria-label="phrase"
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
        }}
      />
      <button type="button" onClick={() => void fillLate(coming)}>
        Make one
      </button>
    </>
  );
}

async function openForm() {
  const { promise, resolve } = Promise.withResolvers<string>();
  await render(<Form coming={promise} />);
  await page.getByRole("button").click();
  return { field: page.getByRole("textbox"), arrive: resolve };
}

it("fills the field with what comes late", async () => {
  const { field, arrive } = await openForm();
  arrive("made up");
  await expect.element(field).toHaveValue("made up");
});

it("leaves what was typed meanwhile", async () => {
  const { field, arrive } = await openForm();
  await field.fill("typed");
  arrive("made up");
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(field).toHaveValue("typed");
});
