import type { BrowserContext, Route } from "playwright";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

const API = "/api/v1/";

/** Holds calls of the server by their path, until a walk decides how each ends. */
export class HeldCalls {
  readonly #held: Route[] = [];

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
      const index = this.#held.findIndex(
        (route) => isOf(new URL(route.request().url()), paths) && route.request().failure() === null,
      );
      const [route] = index < 0 ? [] : this.#held.splice(index, 1);
      if (route === undefined) throw new Error(`${paths.join(" or ")} is not called`);
      return route;
    });
  }

  /** Lets those of these paths go on that are held now. */
  async release(...paths: readonly string[]): Promise<void> {
    const [going, held] = [true, false].map((isGoing) =>
      this.#held.filter((route) => isOf(new URL(route.request().url()), paths) === isGoing),
    );
    this.#held.splice(0, Infinity, ...(held ?? []));
    // Their caller may not wait for them any more.
    await Promise.allSettled((going ?? []).map((route) => route.continue()));
  }
}

function isOf({ pathname, searchParams }: URL, paths: readonly string[]): boolean {
  return paths.some((asked) => {
    const [path = "", parameter] = asked.split("?");
    return pathname === `${API}${path}` && (parameter === undefined || searchParams.has(parameter));
  });
}
