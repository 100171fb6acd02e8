import type { AnyStateNode } from "xstate";
import { expect, test } from "vitest";
import { MODELS } from "./registry.ts";

/** What one tries again oneself, though there is a network again: it is no reading, or the network was not to blame. */
const BY_HAND: Readonly<Record<string, string>> = {
  "accountDeletion.blocked": "what is owed was read",
  "antiFraud.unsent": "a report, which the person sends",
  "deposit.failed": "a payment, which the person makes",
  "emailCode.failed": "a letter, which the person asks for",
  "envelopeClaim.failed.unclaimed": "a claim, which the person makes",
  "envelopeClaim.notMember.ready": "the membership was read",
  "envelopePicture.failed": "a picture, which the person asks for",
  "environment.invalidLaunch": "the launch was read",
  "environment.outside": "the launch was read",
  "environment.probing.late": "the messenger is silent, not the network",
  "environment.unavailable": "a dialog asks to close the app",
  "language.failed": "the page without texts begins anew",
  "payment.cancelled": "the person refused",
  "payment.nothingToPay": "the orders were read",
  "picker.notApplied": "a choice, which the person makes",
  "walletBinding.timedOut": "it answers late, so that there is a network",
  "walletConnection.denied": "the wallet asks the person",
  "walletConnection.failed": "the wallet asks the person",
  "walletConnection.locked": "the wallet asks the person",
  "walletConnection.notInstalled": "there is no wallet",
  "walletConnection.timedOut": "the wallet asks the person",
  "walletConnection.wrongAddress": "the wallet asks the person",
  "walletConnection.wrongNetwork": "the wallet asks the person",
  "withdrawal.outcomeUnknown": "asked with the security code",
  "withdrawal.proving.linkFailed": "a link, which the person asks for",
  "withdrawal.unbound": "the wallets were read",
};

function listStates(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => listStates(child))];
}

test("what could not be read is read by itself once there is a network again", () => {
  const found = [...MODELS.values()].flatMap(({ machine }) =>
    listStates(machine.root)
      .filter((node) => node.ownEvents.includes("ui.retry") && !node.ownEvents.includes("app.online"))
      .map((node) => node.id),
  );
  expect(found.toSorted()).toEqual(Object.keys(BY_HAND).toSorted());
});
