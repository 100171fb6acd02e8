import { expect, it, vi } from "vitest";

import { reloadOnceReachable } from "./LoadFailure.tsx";

const reload = vi.fn<() => void>();
const location = { reload } as Partial<Location> as Location;

it("begins the page anew, but not where that would end in the browser's error page", async () => {
  await reloadOnceReachable({ fetch: () => Promise.reject(new TypeError("no network")), location });
  expect(reload).not.toHaveBeenCalled();
  await reloadOnceReachable({ fetch: () => Promise.resolve(new Response()), location });
  expect(reload).toHaveBeenCalledOnce();
});
