import { giveSecurityCode } from "../../support/account.ts";
import { SECURITY_CODE } from "../../support/fundedUser.ts";
import { goTo, pressMainAction, reloadApp } from "../../support/person.ts";
import { endCalls } from "./endCalls.ts";
import { losePayout, PAYOUT } from "./payoutTry.ts";
import type { WalkedPayouts } from "./WalkedPayouts.ts";
import type { WalkScene } from "./WalkScene.ts";

export const AMOUNT = "0.05";
export const WITHDRAW = "/withdraw?coinType=eth";

/** Calls that read the account together. */
export const ACCOUNT = ["user/accountAmountInfo", "wallet/list", "user/getUserInfo"];

/** Reads the payout that is followed. */
export const READING = "wallet/payouts?payoutId";

export async function typeAmount(scene: WalkScene, amount: string): Promise<void> {
  await scene.fill("withdraw:amount", amount);
}

export async function giveCode(scene: WalkScene): Promise<void> {
  await scene.passWhile(giveSecurityCode(scene.person, SECURITY_CODE));
}

export async function agree(scene: WalkScene): Promise<void> {
  const { person } = scene;
  await scene.passWhile(pressMainAction(person, person.t("withdraw:agree", { amount: `${AMOUNT} ETH` })));
}

/**
 * Agrees to a quote without hearing the answer: first the session ends during the call, then the page is reloaded.
 * @param isMade whether the server makes the payout once the call is asked again
 */
export async function beginAnewUnanswered(scene: WalkScene, { isMade }: { isMade: boolean }): Promise<void> {
  const { person } = scene;
  await goTo(person, WITHDRAW);
  // The page before has given up its own reading by then.
  await scene.waitForState("loading");
  await endCalls(scene, ACCOUNT, null);
  await typeAmount(scene, AMOUNT);
  await scene.press("withdraw:submit");
  await endCalls(scene, ["wallet/payoutQuote"], null);
  await agree(scene);
  await giveCode(scene);
  await endCalls(scene, [PAYOUT], { kind: "unauthorized" });
  // The session is renewed, and the call is asked again.
  await losePayout(scene, await scene.calls.take(PAYOUT), { isMade });
  await scene.waitForState("outcomeUnknown");
  await reloadAtLoading(scene);
}

/** The page reads its account anew; the session has read its person beside it. */
async function reloadAtLoading(scene: WalkScene): Promise<void> {
  await reloadApp(scene.person);
  await scene.passWhile(scene.waitForState("loading"));
  await endCalls(scene, ["user/getUserInfo"], null);
}

/** What was asked again is the payout that was made, and the page that follows it is loaded anew. */
export async function beginAnewFollowing(scene: WalkScene, payouts: WalkedPayouts): Promise<void> {
  await beginAnewUnanswered(scene, { isMade: true });
  await endCalls(scene, ACCOUNT, null);
  await scene.press("withdraw:askAgain");
  await giveCode(scene);
  await endCalls(scene, [PAYOUT], null);
  await scene.waitForState("followingPayout");
  await payouts.waitFor("held");
  await reloadAtLoading(scene);
}
