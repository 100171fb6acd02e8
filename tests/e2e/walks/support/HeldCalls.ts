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
      (url) => paths.some((path) => url.pathname === `${API}${path}`),
      (route) => {
        this.#held.push(route);
      },
    );
  }

  /** The held call of a path, no longer held; waits until there is one that its caller still waits for. */
  async take(path: string): Promise<Route> {
    const deadlineMs = performance.now() + WAIT_MS;
    while (performance.now() < deadlineMs) {
      const index = this.#held.findIndex(
        (route) => new URL(route.request().url()).pathname === `${API}${path}` && route.request().failure() === null,
      );
      const [route] = index < 0 ? [] : this.#held.splice(index, 1);
      if (route !== undefined) return route;
      await sleep(POLL_MS);
    }
    throw new Error(`${path} is not called`);
  }
}
