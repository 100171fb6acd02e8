import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { createActor, waitFor } from "xstate";

import { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";

import { createClipboardActors } from "./actors/clipboard.ts";
import { copyText } from "./clipboard.ts";

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** A page whose clipboard writes by `write`; null: no clipboard, as on an insecure origin. */
function createPage(write: ((text: string) => Promise<void>) | null): Window {
  const navigator = { clipboard: write === null ? undefined : { writeText: write } };
  return new Proxy(window, {
    get: (target, key) => (key === "navigator" ? navigator : (Reflect.get(target, key) as unknown)),
  });
}

async function copy(target: Window): Promise<unknown> {
  const actor = createActor(clipboardMachine.provide({ actors: createClipboardActors({ page: target }) })).start();
  actor.send({ type: "ui.copy", text: "secret words" });
  const settled = await waitFor(actor, ({ value }) => value === "copied" || value === "manual");
  actor.stop();
  return settled.value;
}

it("copies by the browser where it may", async () => {
  const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  const legacy = vi.spyOn(document, "execCommand");
  await expect(copy(createPage(write))).resolves.toBe("copied");
  expect(write).toHaveBeenCalledExactlyOnceWith("secret words");
  expect(legacy).not.toHaveBeenCalled();
});

it("does not ask the browser where the frame has no permission, which would log an error", async () => {
  const { featurePolicy } = document as Document & { featurePolicy: { allowsFeature: (name: string) => boolean } };
  vi.spyOn(featurePolicy, "allowsFeature").mockReturnValue(false);
  vi.spyOn(document, "execCommand").mockReturnValue(true);
  const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  await expect(copy(createPage(write))).resolves.toBe("copied");
  expect(write).not.toHaveBeenCalled();
});

it.each([null, () => Promise.reject(new DOMException("no permission", "NotAllowedError"))])(
  "copies the legacy way otherwise, also out of an open dialog, and gives the focus back",
  async (write) => {
    document.body.innerHTML = "<dialog><button>Copy</button></dialog>";
    document.querySelector("dialog")?.showModal();
    const button = page.getByRole("button", { name: "Copy" }).element();
    let selected = "";
    vi.spyOn(document, "execCommand").mockImplementation(() => {
      const area = document.activeElement;
      selected = area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : "";
      return true;
    });
    await expect(copy(createPage(write))).resolves.toBe("copied");
    expect(selected).toBe("secret words");
    expect(document.activeElement).toBe(button);
    expect(document.querySelector("textarea")).toBeNull();
  },
);

it("copies the legacy way where the browser does not answer", async () => {
  vi.useFakeTimers();
  try {
    vi.spyOn(document, "execCommand").mockReturnValue(true);
    const copied = copyText(
      createPage(() => new Promise(() => {})),
      "secret words",
    );
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(copied).resolves.toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it("asks the user where every way fails", async () => {
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  await expect(copy(createPage(null))).resolves.toBe("manual");
});
