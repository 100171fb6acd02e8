import { decodeQR } from "qr/decode.js";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { QrCode } from "./QrCode.tsx";

const LINK = "https://hongbao.example/unPaymentList?lang=en#handoff=Zk3-x_9aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";

/** Reads the page as a camera sees it. */
async function scanPage(): Promise<string> {
  const picture = await page.screenshot({ save: false });
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.drawImage(image, 0, 0);
  return decodeQR({ width, height, data: context.getImageData(0, 0, width, height).data }, { timeLimit: 5000 });
}

it.each(["light", "dark"])("can be scanned on a %s page", async (theme) => {
  await renderOnPage(<QrCode text={LINK} label="An order" />);
  document.documentElement.dataset["theme"] = theme;
  expect(await scanPage()).toBe(LINK);
  delete document.documentElement.dataset["theme"];
});

it("is a picture that says what it is for, and large enough to be scanned on a narrow page", async () => {
  await renderOnPage(<QrCode text={LINK} label="An order" />);
  const code = page.getByRole("img", { name: "An order" });
  await expect.element(code).toBeVisible();
  await page.viewport(320, 700);
  const { width, height } = code.element().getBoundingClientRect();
  expect(width).toBeGreaterThanOrEqual(200);
  expect(height).toBe(width);
  await page.viewport(390, 844);
});

it("shows another code for another text", async () => {
  await renderOnPage(<QrCode text={`${LINK}1`} label="An order" />);
  expect(await scanPage()).toBe(`${LINK}1`);
});
