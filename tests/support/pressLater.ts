import type { Locator } from "vitest/browser";
import { vi } from "vitest";

/** Presses a button late enough not to count as the second tap of a double one. */
export async function pressLater(button: Locator): Promise<void> {
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  await button.click();
  clock.mockRestore();
}
