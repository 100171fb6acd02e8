import { Wallet } from "ethers";
import type { Route } from "playwright";
import type { AnyMachineSnapshot, SnapshotFrom } from "xstate";
import type { withdrawalMachine } from "#machines/withdrawal/withdrawal.machine.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { fundUser } from "../support/fundedUser.ts";
import { goBack, goTo } from "../support/person.ts";
import { answerInDialog } from "./support/answerInDialog.ts";
import { askServer, endCalls } from "./support/endCalls.ts";
import { LEFT, runWalks, type Cause } from "./support/runWalks.ts";
import { checkWithdrawScreen } from "./support/checkWithdrawScreen.ts";
import { WalkedPayouts } from "./support/WalkedPayouts.ts";
import { type Account, PayingAccount } from "./support/PayingAccount.ts";
import { isAsking, losePayout, PAYOUT, takePayout } from "./support/payoutTry.ts";
import { WalkScene } from "./support/WalkScene.ts";
import {
  ACCOUNT,
  agree,
  AMOUNT,
  beginAnewFollowing,
  beginAnewUnanswered,
  giveCode,
  READING,
  typeAmount,
  WITHDRAW,
} from "./support/withdrawalSteps.ts";

const MINUTE_MS = 60_000;
const POLL_MS = 3000;
const WALKER = 1;
const PAYER = 2;
/** Less than the network's fee. */
const TINY = "0.000001";

/**
 * Worlds: `tiny`: what is typed is less than the fee. `lost`, `made`: a quote was sent and not answered, and its payout is not
 * made, or is. `waiting`, `sending`, `paid`, `returned`, `cancelled`: how far the payout is that is followed.
 */
const UNMADE = ["form", "lost"];
const UNANSWERED = ["lost", "made"];
const ALIVE = ["waiting", "sending"];
const OVER = ["paid", "returned", "cancelled"];

let account: PayingAccount;
/** Of the walk. */
let payouts: WalkedPayouts;
/** Those that are over, or left, before the one of the world. */
let former: string[] = [];

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;

function getContext(snapshot: AnyMachineSnapshot): Snapshot["context"] {
  return (snapshot as Snapshot).context;
}

function listAccountCalls(before: AnyMachineSnapshot): readonly string[] {
  return before.matches("loading") && getContext(before).payoutId !== null ? [...ACCOUNT, READING] : ACCOUNT;
}

/** The account is read as it is then. */
function load(state: Account, more: Cause = {}): Cause {
  return {
    in: ["form", "tiny", ...UNANSWERED],
    ...more,
    arrange: () => account.become(state),
    act: (scene, _, before) => endCalls(scene, listAccountCalls(before), null),
  };
}

/** The next reading of the payout. */
async function endReading(scene: WalkScene, failure: Failure | null): Promise<void> {
  await scene.pass(POLL_MS);
  await scene.passWhile(endCalls(scene, [READING], failure));
}

function read(world: string, arrange: () => Promise<unknown>, from: readonly string[] = ALIVE): Cause {
  return { in: from, to: [world], arrange, act: (scene) => endReading(scene, null) };
}

function refuse(state: Account): Cause {
  return {
    in: UNMADE,
    to: ["form"],
    act: async (scene, _, before) => {
      const route = await takePayout(scene, before);
      await account.become(state);
      await route.continue();
    },
  };
}

/** The server refuses what it is asked while all money is in another withdrawal, which is cancelled then. */
async function refuseSpent(scene: WalkScene, take: () => Promise<Route>): Promise<void> {
  await account.whileSpent(scene.api, async () => {
    const route = await take();
    const response = await askServer(scene, route);
    return () => route.fulfill({ response });
  });
  former.push("cancelled");
}

function listExpected(world: string): readonly string[] {
  if (world === "made") return [...former, "waiting"];
  return [...ALIVE, ...OVER].includes(world) ? [...former, world] : former;
}

await runWalks({
  name: "withdrawal",
  calls: {
    makeProofLink: "user/paymentCode",
    loadQuote: "wallet/payoutQuote",
    cancelPayout: "wallet/cancelPayout",
  },
  // Each payout waits for an operator.
  settings: { ETH_PAYOUT_DAY_LIMIT: "0.01", ETH_PAYOUT_HOUR_LIMIT: "0.01" },
  startWorlds: ["new", "followed", "unanswered"],
  open: async (world) => {
    if (account === undefined) {
      await fundUser(world.stack, PAYER, await world.logIn(WALKER));
      account = new PayingAccount(world, WALKER);
    }
    await world.advance(MINUTE_MS);
    const api = await world.logIn(WALKER);
    payouts = await WalkedPayouts.begin(world, WALKER, api);
    former = [];
    await account.bind(api, Wallet.createRandom());
    const held = [...ACCOUNT, READING, PAYOUT, "user/paymentCode", "wallet/payoutQuote", "wallet/cancelPayout"];
    return WalkScene.open(world, { chart: "withdrawal", n: WALKER, held });
  },
  causes: {
    "ui.open#0": {
      in: ["new", "followed", "unanswered"],
      to: (world) => ({ new: ["form"], followed: ["waiting"], unanswered: UNANSWERED })[world] ?? [],
      act: async (scene, world) => {
        if (UNANSWERED.includes(world)) return beginAnewUnanswered(scene, { isMade: world === "made" });
        if (world === "form") return goTo(scene.person, WITHDRAW);
        return beginAnewFollowing(scene, payouts);
      },
    },
    "ui.type#0": {
      in: ["form", "tiny"],
      to: ["form", "tiny"],
      act: (scene, world) => typeAmount(scene, world === "tiny" ? TINY : AMOUNT),
    },
    "ui.type#1": { in: ["form"], act: (scene) => typeAmount(scene, "9") },
    "ui.type#2": { in: ["form"], act: (scene) => typeAmount(scene, "0.") },
    "ui.takeAll#0": { in: ["form"] },
    // What a quote is asked for is typed.
    "ui.submit#0": { when: (snapshot) => !getContext(snapshot).amount.startsWith("1.") },
    "ui.agree#0": { act: agree },
    "ui.edit#0": {
      act: (scene, _, before) => (before.matches("quoting") ? goBack(scene.person) : scene.press("withdraw:edit")),
    },
    "ui.back#0": {
      act: (scene, _, before) => {
        if (before.matches("codeMissing")) return goBack(scene.person);
        if (before.matches("blocked")) return scene.press("withdraw:back");
        return answerInDialog(scene.person, "withdraw:keep");
      },
    },
    "ui.openProof#0": {
      act: async (scene) => {
        const opened = scene.person.page.context().waitForEvent("page");
        await scene.press("withdraw:prove");
        await (await opened).close();
      },
    },
    "ui.cancel#0": {},
    "ui.confirm#0": { act: (scene) => answerInDialog(scene.person, "withdraw:confirmCancel") },
    "ui.another#0": {
      in: OVER,
      to: ["form"],
      arrange: async () => {
        former = [...(await payouts.listPhases())];
      },
    },
    "ui.retry#0": {
      act: (scene, _, before) => {
        const keys = { failed: "app:list.retry", unbound: "withdraw:look", outcomeUnknown: "withdraw:askAgain" };
        const [, key = "withdraw:retry"] = Object.entries(keys).find(([state]) => before.matches(state)) ?? [];
        return scene.press(key);
      },
    },
    "app.online#0": {
      act: async ({ person }) => {
        await person.page.context().setOffline(true);
        await person.page.context().setOffline(false);
      },
    },

    "done(loadAccount)#0": load("ready"),
    "done(loadAccount)#2": load("without code"),
    "done(loadAccount)#3": load("unproven"),
    "done(loadAccount)#4": load("unbound"),
    "done(loadAccount)#6": load("ready", { in: ["waiting"] }),
    "done(loadAccount)#7": load("blocked"),
    "error(loadAccount)#0": {
      act: (scene, _, before) => endCalls(scene, listAccountCalls(before), { kind: "network" }),
    },

    "done(makeProofLink)#0": {},
    "error(makeProofLink)#0": {},
    "xstate.after.proofInterval.withdrawal.proving.waiting": { act: (scene) => scene.pass(POLL_MS) },
    "xstate.after.openingTime.withdrawal.proving.opening": { act: (scene) => scene.pass(1500) },
    "xstate.after.proofTimeout.withdrawal.proving.checking": { act: (scene) => scene.sleep(20_000) },
    "xstate.after.proofLinkTime.withdrawal.proving": {
      // Elsewhere something else is due before.
      when: (snapshot) => snapshot.matches({ proving: "linkFailed" }),
      act: (scene) => scene.sleep(1_500_000),
    },

    "done(loadQuote)#0": { in: ["form"] },
    "error(loadQuote)#0": { in: ["tiny"] },
    "error(loadQuote)#1": { in: ["form"], arrange: () => account.become("unbound") },
    "error(loadQuote)#2": { in: ["form"], arrange: () => account.become("unproven") },
    "error(loadQuote)#3": {
      in: ["form"],
      act: (scene) => refuseSpent(scene, () => scene.calls.take("wallet/payoutQuote")),
    },
    "done(countdown)#0": {
      act: async (scene, _, before) => {
        if (before.matches("reviewingQuote")) return scene.sleep(MINUTE_MS);
        return account.outlastBlock(scene);
      },
    },

    "snapshot(securityCodePrompt)#0": {
      when: (snapshot) => !isAsking(snapshot),
      // As another device would change it meanwhile.
      act: async (scene) => {
        const route = await scene.calls.take(PAYOUT);
        await account.whileCodeIsAnother(async () => {
          const response = await askServer(scene, route);
          await route.fulfill({ response });
        });
      },
    },
    "snapshot(securityCodePrompt)#1": {
      when: isAsking,
      act: giveCode,
    },
    "done(securityCodePrompt)#0": {
      in: [...UNMADE, "made"],
      to: ["waiting"],
      act: async (scene, _, before) => (await takePayout(scene, before)).continue(),
    },
    "done(securityCodePrompt)#2": {
      when: isAsking,
      to: [LEFT],
      act: (scene) => scene.press("codes:prompt.forgot"),
    },
    "done(securityCodePrompt)#3": {
      when: isAsking,
      act: ({ person }) => person.app.getByRole("dialog").press("Escape"),
    },
    "done(securityCodePrompt)#4": {
      in: UNMADE,
      to: ["form"],
      act: async (scene, _, before) => {
        const route = await takePayout(scene, before);
        await scene.world.advance(MINUTE_MS);
        await route.continue();
      },
    },
    "done(securityCodePrompt)#5": refuse("unbound"),
    "done(securityCodePrompt)#6": refuse("unproven"),
    "done(securityCodePrompt)#7": refuse("blocked"),
    "done(securityCodePrompt)#8": {
      in: UNMADE,
      to: ["form"],
      act: (scene, _, before) => refuseSpent(scene, () => takePayout(scene, before)),
    },
    "done(securityCodePrompt)#10": {
      in: [...UNMADE, "made"],
      to: (world) => (world === "made" ? [world] : UNANSWERED),
      act: async (scene, world, before) =>
        losePayout(scene, await takePayout(scene, before), { isMade: world === "made" }),
    },

    "payout.read#1": read("waiting", () => payouts.waitFor("held"), ["waiting"]),
    "payout.read#2": read("sending", () => payouts.send()),
    "payout.readFailed#0": { in: ALIVE, act: (scene) => endReading(scene, { kind: "network" }) },
    "done(payoutFollow)#0": read("paid", () => payouts.land(), ["sending"]),
    "done(payoutFollow)#1": read("returned", () => payouts.fail(), ["sending"]),
    "done(payoutFollow)#2": {
      in: ["waiting"],
      to: ["cancelled"],
      act: async (scene) => {
        await scene.api.post("wallet/cancelPayout", { payoutId: await payouts.getNewestId() });
        await endReading(scene, null);
      },
    },
    "done(cancelPayout)#0": { in: ["waiting"], to: ["cancelled"] },
    "error(cancelPayout)#0": { in: ALIVE, to: ["sending"], arrange: () => payouts.send() },
  },
  compare: async (scene, snapshot, world) => {
    if (world === LEFT) return null;
    await checkWithdrawScreen(scene, snapshot as Snapshot);
    return [await payouts.listPhases(), listExpected(world)];
  },
  unreached: {
    "authorizing --error(securityCodePrompt)#0": "no fault of the question is known",
  },
});
