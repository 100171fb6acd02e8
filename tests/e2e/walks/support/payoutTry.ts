import type { Route } from "playwright";
import type { AnyMachineSnapshot } from "xstate";
import { giveSecurityCode } from "../../support/account.ts";
import { SECURITY_CODE } from "../../support/fundedUser.ts";
import { askServer } from "./endCalls.ts";
import type { WalkScene } from "./WalkScene.ts";

/** The path of the call that makes a payout, after `/api/v1/`. */
export const PAYOUT = "wallet/payout";

export function isAsking(snapshot: AnyMachineSnapshot): boolean {
  return snapshot.matches({ authorizing: "askingCode" });
}

/** The call that makes the payout, held; the code is given first where it is still asked for. */
export async function takePayout(scene: WalkScene, before: AnyMachineSnapshot): Promise<Route> {
  if (isAsking(before)) await giveSecurityCode(scene.person, SECURITY_CODE);
  return scene.calls.take(PAYOUT);
}

/** The answer never comes, whether the server was reached or not. */
export async function losePayout(scene: WalkScene, route: Route, { isMade }: { isMade: boolean }): Promise<void> {
  if (isMade) await askServer(scene, route);
  await route.abort();
}
