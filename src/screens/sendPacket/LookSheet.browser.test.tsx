import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { components } from "#contract/schema.d.ts";
import copyTexts from "#locales/en/copyTexts.json";
import envelope from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import personal from "#locales/en/personal.json";
import { FIRST_LOOK } from "#machines/envelopeSend/sendOptions.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { LookKind } from "#machines/picker/picker.machine.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { openSendPage } from "#tests/support/openSendPage.ts";
import { refuse } from "#tests/support/refusal.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { type Asked, standInServer } from "#tests/support/standInServer.ts";
import { startApp } from "#tests/support/startApp.ts";

import { LookSheet } from "./LookSheet.tsx";

const COVERS = ["goodLuck", "eid"].map((coverId) => ({ coverId, title: coverId, imageUrl: "", inUse: false }));
const TEXTS = [
  { messageId: "goodLuck", title: "Good luck", text: "Good luck to everybody", inUse: false },
  { messageId: "wedding", title: "Wedding", text: "A long and happy marriage", inUse: false },
];

let product: App;
let inUse: components["schemas"]["CoverAndMessage"];
let isRefused: boolean;

beforeEach(async () => {
  inUse = { coverId: "goodLuck", messageId: "goodLuck" };
  isRefused = false;
  const apply = ({ body }: Asked): object => {
    if (isRefused) throw refuse("tooManyTries", { retryAfterSeconds: 30 });
    return Object.assign(inUse, body);
  };
  standInServer({
    "/redpackage/coverList": { coverImgs: COVERS },
    "/redpackage/textList": { coverImgs: TEXTS },
    "/user/redEnvelopeCoverAndMessage": apply,
    "/user/updateRedEnvelopeCover": apply,
    "/user/updateRedEnvelopeMessage": apply,
  });
  product = await startApp();
});

/** The sheet over a form on its own machine. */
async function openSheet(kind: LookKind) {
  const { actor: form } = await openSendPage({ options: { lookInUse: FIRST_LOOK } });
  function Stage() {
    const snapshot = useSnapshot(form);
    const [isOpen, setOpen] = useState(true);
    if (!isOpen) return <p>closed</p>;
    return (
      <LookSheet
        kind={kind}
        view={viewEnvelopeSend(snapshot)}
        send={(event) => {
          form.send(event);
        }}
        onClose={() => {
          setOpen(false);
        }}
      />
    );
  }
  await renderWithTexts(
    <AppContext value={product}>
      <Stage />
    </AppContext>,
    { copyTexts, envelope, errors, personal },
  );
  return { readLook: () => viewEnvelopeSend(form.getSnapshot()).look };
}

const choice = (name: RegExp) => page.getByRole("radio", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("changes the cover of this envelope alone, at once and by the keyboard", async () => {
  const { readLook } = await openSheet("cover");
  await expect.element(page.getByRole("dialog", { name: personal.send.coverTitle })).toBeVisible();
  await choice(/^eid/u).click();
  await expect.poll(() => readLook().coverId).toBe("eid");
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(() => readLook().coverId).toBe("goodLuck");
  await choice(/^eid/u).click();
  await button("Done").click();
  await expect.element(page.getByText("closed")).toBeVisible();
  expect([readLook().coverId, inUse.coverId]).toEqual(["eid", "goodLuck"]);
});

it("changes the text of this envelope alone", async () => {
  const { readLook } = await openSheet("text");
  await expect.element(page.getByRole("dialog", { name: personal.send.textTitle })).toBeVisible();
  await choice(/^Wedding/u).click();
  await expect.poll(() => [readLook().messageId, inUse.messageId]).toEqual(["wedding", "goodLuck"]);
});

it("puts it in use for those to come as well, on request, and says so", async () => {
  await openSheet("cover");
  await choice(/^eid/u).click();
  await button(personal.send.applyForAll).click();
  await expect.element(page.getByText(personal.send.appliedForAll)).toBeVisible();
  expect(inUse.coverId).toBe("eid");
});

it("keeps the choice for this envelope where it cannot be put in use, and says why and when to try again", async () => {
  const { readLook } = await openSheet("cover");
  await choice(/^eid/u).click();
  isRefused = true;
  await button(personal.send.applyForAll).click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent(`${personal.failed} Too many tries. Please try again in 30 s.`);
  expect(readLook().coverId).toBe("eid");
  isRefused = false;
  await button(personal.retry).click();
  await expect.element(page.getByText(personal.send.appliedForAll)).toBeVisible();
});

it("is closed by Escape", async () => {
  await openSheet("text");
  await expect.element(choice(/^Wedding/u)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText("closed")).toBeVisible();
});
