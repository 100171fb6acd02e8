import confetti from "canvas-confetti";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

import { Confetti } from "./Celebration.tsx";

vi.mock("canvas-confetti", () => {
  const fire = Object.assign(
    vi.fn<() => Promise<void>>(() => Promise.resolve()),
    { reset: vi.fn<() => void>() },
  );
  return { default: { create: vi.fn<() => typeof fire>(() => fire) } };
});

afterEach(() => {
  vi.clearAllMocks();
});

it("rains once on a canvas of its own, without a worker, and not for those who want no motion", async () => {
  const { rerender, unmount } = await render(<Confetti />);
  await waitUntilHolds(() => {
    expect(vi.mocked(confetti.create)).toHaveBeenCalledOnce();
  });
  const [canvas, options] = vi.mocked(confetti.create).mock.calls[0] ?? [];
  expect(canvas).toBe(document.querySelector("canvas"));
  expect(options).toEqual({ resize: true, useWorker: false, disableForReducedMotion: true });
  const fire = vi.mocked(confetti.create).mock.results[0]?.value as ReturnType<typeof confetti.create>;
  await rerender(<Confetti />);
  const bursts = vi.mocked(fire).mock.calls.map(([burst]) => burst?.particleCount);
  expect(bursts).toEqual([40, 40]);
  await unmount();
});

it("stops when it leaves, and lets every tap through", async () => {
  const { unmount } = await render(
    <>
      <button type="button">Under it</button>
      <Confetti />
    </>,
  );
  await page.getByRole("button", { name: "Under it" }).click();
  await waitUntilHolds(() => {
    expect(vi.mocked(confetti.create)).toHaveBeenCalledOnce();
  });
  const fire = vi.mocked(confetti.create).mock.results[0]?.value as ReturnType<typeof confetti.create>;
  await unmount();
  expect(vi.mocked(fire.reset)).toHaveBeenCalledOnce();
});
