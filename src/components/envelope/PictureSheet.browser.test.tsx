import { decodeQR } from "qr/decode.js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { createActor, toPromise } from "xstate";

import { sampleOwnEnvelope } from "#tests/support/samples.ts";
import copyTexts from "#locales/en/copyTexts.json";
import envelope from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import { createEnvelopePictureActors } from "#src/adapters/actors/envelopePicture.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { standInServer } from "#tests/support/standInServer.ts";
import { startApp } from "#tests/support/startApp.ts";

import { PictureButton } from "./PictureButton.tsx";

const SHARE = "/redpackage/share";
const LINK = "https://t.me/hongbao_bot/app?startapp=claim_e1";
const SECRET = "lantern zephyr marigold";
const ENVELOPE = { ...sampleOwnEnvelope, remark: "For the ones who stayed late", passphrase: SECRET };

let app: App;
let calls: ReturnType<typeof standInServer>;
/** How many of the requests for a link fail. */
let failures: number;

const listAsked = () => calls.filter(({ path }) => path === SHARE);

beforeEach(async () => {
  failures = 0;
  calls = standInServer({
    [SHARE]: () => {
      if (listAsked().length <= failures) throw OFFLINE;
      const shareUrl = `https://t.me/share/url?${new URLSearchParams({ url: LINK, text: "Words" }).toString()}`;
      return { preparedMessageId: "m1", shareUrl };
    },
  });
  app = await startApp();
});

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  for (const name of ["canShare", "share"]) Reflect.deleteProperty(navigator, name);
});

async function show(): Promise<void> {
  await renderWithTexts(
    <AppContext value={app}>
      <PictureButton envelope={ENVELOPE} />
    </AppContext>,
    { envelope, copyTexts, errors },
  );
}

const opener = page.getByRole("button", { name: envelope.picture.title });
const picture = page.getByRole("img");

/** What is given to the device's own sheet; whoever tests on a desktop has none. */
let given: File[];

function standInShare(canShare: boolean, answer: () => Promise<void> = () => Promise.resolve()): void {
  given = [];
  const share = async ({ files = [] }: ShareData) => {
    given.push(...files);
    return answer();
  };
  const sheet = { canShare: ({ files }: ShareData) => canShare && files?.length === 1, share };
  for (const [name, value] of Object.entries(sheet)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
}

async function scan(src: string): Promise<string> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.drawImage(image, 0, 0);
  return decodeQR(context.getImageData(0, 0, image.width, image.height), { timeLimit: 5000 });
}

it("makes one picture for a double tap, says what is on it, and keeps the passphrase out of it", async () => {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, "fillText");
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, "drawImage");
  await show();
  await userEvent.dblClick(opener);
  await expect
    .element(picture)
    .toHaveAccessibleName(/^Red envelope from .+: For the ones who stayed late\. With a code/u);
  expect(listAsked().map(({ body }) => body)).toEqual([{ envelopeId: ENVELOPE.envelopeId }]);
  expect(await scan(picture.element().getAttribute("src") ?? "")).toBe(LINK);
  const texts = [
    ...written.mock.calls.map(([text]) => text),
    ...drawn.mock.calls.map(([image]) => decodeURIComponent((image as HTMLImageElement).src)),
    picture.element().outerHTML,
    JSON.stringify(app.root.getSnapshot().children["envelopePicture"]?.getSnapshot()),
  ].join("\n");
  expect(["stayed", ...SECRET.split(" ")].filter((word) => texts.includes(word))).toEqual(["stayed"]);

  await userEvent.keyboard("{Escape}");
  await expect.poll(() => app.root.getSnapshot().context.flows).toEqual([]);
});

it("gives the picture to the device's own sheet, also again after a change of mind", async () => {
  standInShare(true, () => Promise.reject(new DOMException("no", "AbortError")));
  await show();
  await opener.click();
  const button = page.getByRole("button", { name: envelope.picture.share });
  await button.click();
  await expect.poll(() => given).toHaveLength(1);
  expect(given[0]).toMatchObject({ name: "hongbao.jpg", type: "image/jpeg" });
  expect(given[0]?.size).toBeGreaterThan(50_000);
  await button.click();
  await expect.poll(() => given).toHaveLength(2);
});

it("leaves a press on the picture where the device shares it not after all", async () => {
  standInShare(true, () => Promise.reject(new DOMException("no", "NotAllowedError")));
  await show();
  await opener.click();
  await page.getByRole("button", { name: envelope.picture.share }).click();
  await expect.element(page.getByText(envelope.picture.press)).toBeVisible();
  await expect.element(picture).toBeVisible();
  expect(page.getByRole("button", { name: envelope.picture.share }).elements()).toHaveLength(0);
});

it("saves the picture outside the messenger, and leaves it to a press inside, where the device shares no files", async () => {
  standInShare(false);
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href.slice(0, 22)}`);
  });
  await show();
  await opener.click();
  await page.getByRole("button", { name: envelope.picture.save }).click();
  await expect.poll(() => saved).toEqual(["hongbao.jpg data:image/jpeg;base64"]);

  const messenger = { ...app.messenger, hasBackButton: () => true };
  const { make } = createEnvelopePictureActors({ api: app.api, messenger });
  const input = { envelopeId: "e1", coverId: null, words: "", senderName: "", hint: "" };
  expect(await toPromise(createActor(make, { input }).start())).toMatchObject({ way: "hold" });
});

it("tells why there is no picture, and makes it at the next try", async () => {
  failures = 1;
  const tainted = vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockImplementationOnce(() => {
    throw new DOMException("tainted", "SecurityError");
  });
  await show();
  await opener.click();
  const alert = page.getByRole("alert");
  await expect.element(alert.getByText(errors.network)).toBeVisible();
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.click();
  await expect.element(alert.getByText(errors.unexpected)).toBeVisible();
  await retry.click();
  await expect.element(picture).toBeVisible();
  expect(tainted).toHaveBeenCalledTimes(2);
  expect(alert.elements()).toHaveLength(0);
});
