import type { Locator } from "playwright";
import type { SnapshotFrom } from "xstate";
import type { withdrawalMachine } from "#machines/withdrawal/withdrawal.machine.ts";
import { viewWithdrawal, type WithdrawalState } from "#machines/withdrawal/withdrawal.view.ts";
import type { WalkScene } from "./WalkScene.ts";

/** Where the receipt of the quote is shown. */
const QUOTED: ReadonlySet<WithdrawalState> = new Set<WithdrawalState>(["reviewingQuote", "askingCode", "submitting"]);

/** Waits until the screen shows what tells a state of a withdrawal from the others. */
export async function checkWithdrawScreen(
  scene: WalkScene,
  snapshot: SnapshotFrom<typeof withdrawalMachine>,
): Promise<void> {
  const shown = findShown(scene, snapshot)?.first().waitFor();
  // What is timed there would go on.
  const isTimed = snapshot.matches("proving") && !snapshot.matches({ proving: "linking" });
  await (isTimed || shown === undefined ? shown : scene.passWhile(shown));
}

/** Undefined where the screen only waits. */
function findShown({ person }: WalkScene, snapshot: SnapshotFrom<typeof withdrawalMachine>): Locator | undefined {
  const { app, t } = person;
  const { state, quote, payout, titleKey } = viewWithdrawal(snapshot);
  if (payout !== null) return app.getByText(t(`withdraw:status.${payout.status}`), { exact: true });
  if (state === "idle" || state === "loading") return undefined;
  if (state === "editing" || (state === "quoting" && quote === null)) return app.getByLabel(t("withdraw:amount"));
  if (state === "quoting") return app.getByText(t("withdraw:quoteRenewing"));
  if (QUOTED.has(state)) return app.getByText(t("withdraw:net"), { exact: true });
  return app.getByText(t(titleKey), { exact: true });
}
