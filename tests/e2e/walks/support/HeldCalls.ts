import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Route } from "playwright";

const WAIT_MS = 20_000;
const POLL_MS = 20;
const API = "/api/v1/";

/** Holds calls of the server by their path, until a walk decides how each ends. */
export class HeldCalls {
  readonly #held: Route[] = [];

  /** @param paths after `/api/v1/` */
  async hold(context: BrowserContext, paths: readonly string[]): Promise<void> {
    await context.route(
      (url) => isOf(url, paths),
      (route) => {
        this.#held.push(route);
      },
    );
  }

  /** The held call of one of these paths, no longer held; waits until there is one that its caller still waits for. */
  async take(...paths: readonly string[]): Promise<Route> {
    const deadlineMs = performance.now() + WAIT_MS;
    while (performance.now() < deadlineMs) {
      const index = this.#held.findIndex(
        (route) => isOf(new URL(route.request().url()), paths) && route.request().failure() === null,
      );
      const [route] = index < 0 ? [] : this.#held.splice(index, 1);
      if (route !== undefined) return route;
      await sleep(POLL_MS);
    }
    throw new Error(`${paths.join(" or ")} is not called`);
  }
}

function isOf({ pathname }: URL, paths: readonly string[]): boolean {
  return paths.some((path) => pathname === `${API}${path}`);
}
