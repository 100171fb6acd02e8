import type { APIResponse, Route } from "playwright";
import type { Failure } from "#machines/kit/failure.ts";
import { REQUEST_TIMEOUT_MS } from "#src/adapters/withTimeout.ts";
import type { WalkScene } from "./WalkScene.ts";

const SECOND_MS = 1000;

/**
 * Ends the held calls of an actor: by the server's answers, unless `failure` is one that the server knows nothing of.
 * @param calls `a|b`: one of them
 */
export async function endCalls(scene: WalkScene, calls: readonly string[], failure: Failure | null): Promise<void> {
  for (const paths of calls) {
    const route = await scene.calls.take(...paths.split("|"));
    if (failure?.kind === "network") await route.abort();
    else if (failure?.kind === "timeout") await loseAnswer(scene, route);
    else {
      if (failure?.kind === "unauthorized") await scene.endSession();
      await route.continue();
    }
  }
}

/** The server does what it was asked, and its answer never comes. */
async function loseAnswer(scene: WalkScene, route: Route): Promise<void> {
  await askServer(scene, route);
  await scene.sleep(REQUEST_TIMEOUT_MS + SECOND_MS);
}

/** Has the server do what a held call asks, which is still without its answer. */
export async function askServer(scene: WalkScene, route: Route): Promise<APIResponse> {
  return await route.fetch({ url: toServerUrl(scene, route) });
}

/** Outside a browser nothing knows the hosts below `localhost`. */
function toServerUrl({ world }: WalkScene, route: Route): string {
  const { pathname, search } = new URL(route.request().url());
  return `${world.stack.url}${pathname}${search}`;
}
