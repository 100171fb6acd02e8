import { beforeAll, vi } from "vitest";

// A worker goes through many files: one whose tests leave the time standing makes the next ones wait for ever.
beforeAll(() => {
  vi.useRealTimers();
});
