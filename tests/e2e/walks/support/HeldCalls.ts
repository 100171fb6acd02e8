import type { BrowserContext, Route } from "playwright";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

const API = "/api/v1/";

/** Holds calls of the server by their path, until a walk decides how each ends. */
export class HeldCalls {
  #held: Route[] = [];

  /** @param paths after `/api/v1/`; `path?name`: only where the call has this query parameter */
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
    return await waitUntilHolds(() => {
      const taken = this.#held.find((route) => isCallOf(route, paths) && route.request().failure() === null);
      if (taken === undefined) throw new Error(`${paths.join(" or ")} is not called`);
      this.#held = this.#held.filter((route) => route !== taken);
      return taken;
    });
  }

  /** Lets the held calls of these paths go on. */
  async release(...paths: readonly string[]): Promise<void> {
    const released = this.#held.filter((route) => isCallOf(route, paths));
    this.#held = this.#held.filter((route) => !released.includes(route));
    // Their caller may not wait for them any more.
    await Promise.allSettled(released.map((route) => route.continue()));
  }
}

function isCallOf(route: Route, paths: readonly string[]): boolean {
  return isOf(new URL(route.request().url()), paths);
}

function isOf({ pathname, searchParams }: URL, paths: readonly string[]): boolean {
  return paths.some((asked) => {
    const [path = "", parameter] = asked.split("?");
    return pathname === `${API}${path}` && (parameter === undefined || searchParams.has(parameter));
  });
}
