import { Wallet } from "ethers";
import type { Route } from "playwright";
import { expect } from "vitest";
import type { SnapshotFrom } from "xstate";
import type { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { getAccount } from "../support/ethereum.ts";
import type { ApiUser } from "../support/logIn.ts";
import type { Person } from "../support/person.ts";
import { waitForTerms } from "../support/paymentPage.ts";
import { answerWallet, setWallet, toggleWalletLock } from "../support/walletWindow.ts";
import type { HeldAsks } from "./support/HeldAsks.ts";
import { prepareAccount } from "./support/prepareAccount.ts";
import { openPaymentTab } from "./support/openPaymentTab.ts";
import { runWalks, type Cause } from "./support/runWalks.ts";
import { WalkScene } from "./support/WalkScene.ts";
import type { WalkWorld } from "./support/walkWorld.ts";

const CONNECT = "eth_requestAccounts";
const SWITCH = "wallet_switchEthereumChain";
const SIGN = "personal_sign";
const LOCAL_NETWORK = "31337";
const OTHER_NETWORK = "1";
const OTHER_INDEX = 1;
const DETECT_MS = 300;
const DETECT_PATIENCE_MS = 10_000;
const WALLET_PATIENCE_MS = 120_000;
const API_PATIENCE_MS = 100_000;
const PAYER = 1;
/** Ends with a security code. */
const CAREFUL = 5;

const SIGNS = "a wallet of Ethereum connects first, and proves by a signature then";
const TELLS = "the local wallet tells every change";
const SCRIPTS = "**/assets/*.js";
/** In the script alone that speaks to wallets of Ethereum. */
const WALLET_SCRIPT_WORD = "eip6963:requestProvider";

let asks: HeldAsks;
let ownIndex = 0;
/** The wallet knows the page. */
let isKnown = false;
let isProven = false;

interface WalletItem {
  readonly walletId: string;
  readonly proven: boolean;
}

function getWindow({ person: { page } }: WalkScene) {
  return { page, wallet: "wallet" };
}

/** The owner connects an account on a network, in the window where the wallet asks. */
async function connect(scene: WalkScene, index: number, network: string): Promise<void> {
  const wallet = getWindow(scene);
  await setWallet(wallet, isKnown ? { accountIndex: index, network } : { network });
  await asks.release(CONNECT);
  if (!isKnown) await agree(scene, index);
}

async function agree(scene: WalkScene, index: number): Promise<void> {
  const question = scene.person.page.getByTestId("wallet-connect");
  await question.getByTestId("wallet-account").selectOption(String(index));
  await question.getByTestId("wallet-approve").click();
  isKnown = true;
}

/** The wallet answers by itself what it is asked. */
async function refuse(scene: WalkScene, mood: "refusing" | "cut", method: string): Promise<void> {
  await setWallet(getWindow(scene), { mood });
  await asks.release(method);
  await waitUntilHolds(async () => {
    const { states } = (await scene.peek()) ?? { states: [] };
    expect(states.some((state) => state.endsWith(".asking") || state.endsWith(".signing"))).toBe(false);
  });
  await setWallet(getWindow(scene), { mood: "usual" });
}

async function outlast(scene: WalkScene, method: string): Promise<void> {
  await asks.lose(method);
  await scene.pass(WALLET_PATIENCE_MS);
}

/** The owner changes account or network, while the page watches. */
function change(index: () => number, network: string): Cause {
  return {
    in: ["usual", "pending", "locked"],
    to: ["usual"],
    when: (snapshot) => {
      const { account } = (snapshot as SnapshotFrom<typeof walletConnectionMachine>).context;
      if (snapshot.matches("locked")) return true;
      if (account === null) return false;
      const isOther = account.address.toLowerCase().startsWith("0x7099") !== (index() === OTHER_INDEX);
      const isElsewhere = account.networkId !== `eip155:${network}`;
      return isOther !== isElsewhere;
    },
    act: async (scene) => {
      const wallet = getWindow(scene);
      await setWallet(wallet, { accountIndex: index(), network });
      if (await wallet.page.getByTestId("wallet-unlock").isVisible()) {
        await answerWallet(wallet, "unlock", true);
        if (!isKnown) await agree(scene, index());
      } else if (isLocked) await toggleWalletLock(wallet);
      isLocked = false;
    },
  };
}

let isLocked = false;

async function lock(scene: WalkScene): Promise<void> {
  await toggleWalletLock(getWindow(scene));
  isLocked = true;
}

/** The wallet is bound, and not proven. */
async function bindAnew(api: ApiUser, world: WalkWorld): Promise<void> {
  const { items } = await api.get<{ items: WalletItem[] }>("wallet/list");
  for (const { walletId } of items) await api.post("wallet/unbind", { walletId });
  const account = { type: "ETH", address: getAccount(world.stack, ownIndex).address };
  await api.post("wallet/bind", account);
  if (!isProven) return;
  const asked = await api.post<{ challengeId: string; message: string }>("wallet/challenge", account);
  const signature = await new Wallet(world.stack.info.ethereum.fundedKeys[ownIndex] ?? "").signMessage(asked.message);
  await api.post("wallet/bind", { ...account, proof: { challengeId: asked.challengeId, signature } });
}

async function leaveOneUnpaid(api: ApiUser): Promise<void> {
  const { items } = await api.get<{ items: { orderId: string }[] }>("order/unpaidList");
  for (const { orderId } of items) await api.post("order/cancel", { orderId });
  const wish = { type: "luckyDraw", count: 3, coinType: "eth", totalAmount: "0.0123", passphrase: "Spring Rain" };
  await api.post("redpackage/sendRedEnvelope", wish);
}

/** From now on the server wants a security code with the proof. */
async function setCode({ world }: WalkScene): Promise<void> {
  await prepareAccount(world, CAREFUL, { email: "careful@example.com", hasSecurityCode: true });
}

/** No answer comes in time. */
function timeOut(path: string): Cause {
  return {
    in: ["usual"],
    act: async (scene) => {
      const route = await scene.calls.take(path);
      await scene.pass(API_PATIENCE_MS);
      await route.abort();
    },
  };
}

function lose(path: string): Cause {
  return { in: ["usual"], act: async ({ calls }) => (await calls.take(path)).abort() };
}

/** Answers for the script that speaks to wallets, which is loaded once one is wanted. */
async function onWalletChunk({ page }: Person, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(SCRIPTS, async (route) => {
    const response = await route.fetch();
    const isWallets = (await response.text()).includes(WALLET_SCRIPT_WORD);
    await (isWallets ? answer(route) : route.fulfill({ response }));
  });
}

async function detect(scene: WalkScene): Promise<void> {
  await scene.passUntilLeft("detecting", DETECT_MS);
}

await runWalks({
  name: "walletConnection",
  calls: { requestChallenge: "wallet/challenge", submitProof: "wallet/bind", securityCodePrompt: "wallet/bind" },
  startWorlds: ["new", "new", null, null, null, null],
  open: async (world, { input, steps }) => {
    const worlds = new Set(steps.map((step) => step.world));
    const n = steps.some(({ stimulus }) => stimulus === "error(submitProof)#0") ? CAREFUL : PAYER;
    [isKnown, isLocked, isProven, ownIndex] = [false, false, input === 1, n === CAREFUL ? 4 : 0];
    const api = await world.logIn(n);
    if (n === CAREFUL) await prepareAccount(world, CAREFUL);
    await bindAnew(api, world);
    await leaveOneUnpaid(api);
    const opened = await openPaymentTab(world, {
      n,
      api,
      heldAsks: [CONNECT, SWITCH, SIGN],
      wallet: {
        ...(worlds.has("absent") ? { mood: "absent" } : {}),
        ...(worlds.has("two") ? { announcedAs: ["Metal", "River"] } : {}),
      },
    });
    ({ asks } = opened);
    const { app, t } = opened.tab;
    await app.getByRole("button", { name: t("wallet:payment.connect"), exact: true }).waitFor();
    if (worlds.has("lost")) await onWalletChunk(opened.tab, (route) => route.abort());
    if (worlds.has("late")) await onWalletChunk(opened.tab, () => Promise.resolve());
    const held = ["wallet/challenge", "wallet/bind"];
    const scene = await WalkScene.openIn(opened.tab, world, { chart: "walletConnection", n, held });
    await scene.press("wallet:payment.connect");
    await scene.waitForState("detecting");
    if (isProven) {
      await detect(scene);
      await connect(scene, ownIndex, LOCAL_NETWORK);
      await scene.passWhile(waitForTerms({ page: opened.tab.page, t, wallet: "wallet" }));
      // The page looks at the wallet of before again.
      await setWallet(getWindow(scene), { accountIndex: OTHER_INDEX });
      await scene.waitForState("detecting");
    }
    return scene;
  },
  causes: {
    "done(detect)#0": { in: ["new", "absent"], to: ["absent"], act: detect },
    "done(detect)#1": {
      in: ["new", "usual", "pending"],
      to: (world) => [world === "new" ? "usual" : world],
      act: detect,
    },
    "done(detect)#2": { in: ["new"], to: ["two"], act: detect },
    "error(detect)#0": { in: ["new"], to: ["lost"], act: () => Promise.resolve() },
    "xstate.after.detectTimeout.walletConnection.detecting": {
      in: ["new"],
      to: ["late"],
      act: (scene) => scene.pass(DETECT_PATIENCE_MS),
    },
    "ui.chooseWallet#0": {
      in: ["two"],
      to: ["chosen"],
      act: (scene) => scene.passWhile(scene.person.app.getByRole("button", { name: "Metal" }).click()),
    },
    "done(connect)#0": { in: ["usual"], act: (scene) => connect(scene, ownIndex, LOCAL_NETWORK) },
    "done(connect)#1": { in: ["usual"], act: (scene) => connect(scene, OTHER_INDEX, LOCAL_NETWORK) },
    "done(connect)#2": { in: ["usual"], act: (scene) => connect(scene, ownIndex, OTHER_NETWORK) },
    // The wallet waits for its owner since it was asked before.
    "error(connect)#0": { in: ["pending"], act: () => asks.release(CONNECT) },
    "error(connect)#2": { in: ["usual"], act: (scene) => refuse(scene, "refusing", CONNECT) },
    "error(connect)#5": { in: ["usual"], act: (scene) => refuse(scene, "cut", CONNECT) },
    "xstate.after.walletTimeout.walletConnection.connecting.asking": {
      in: ["usual"],
      to: ["pending"],
      act: async (scene) => {
        await lock(scene);
        await asks.release(CONNECT);
        await scene.person.page.getByTestId("wallet-unlock").waitFor();
        await scene.pass(WALLET_PATIENCE_MS);
      },
    },
    "ui.switchNetwork#0": { in: ["usual"] },
    "done(switchNetwork)#0": {
      in: ["usual"],
      act: async (scene) => {
        await asks.release(SWITCH);
        await answerWallet(getWindow(scene), "switch", true);
      },
    },
    "error(switchNetwork)#0": {
      in: ["usual"],
      act: async (scene) => {
        await asks.release(SWITCH);
        await answerWallet(getWindow(scene), "switch", false);
      },
    },
    "xstate.after.walletTimeout.walletConnection.switchingNetwork": {
      in: ["usual"],
      act: (scene) => outlast(scene, SWITCH),
    },
    "done(watch)#0": change(() => ownIndex, LOCAL_NETWORK),
    "done(watch)#1": change(() => OTHER_INDEX, LOCAL_NETWORK),
    "done(watch)#2": change(() => ownIndex, OTHER_NETWORK),
    "error(watch)#0": { in: ["usual"], to: ["locked"], when: (snapshot) => !snapshot.matches("locked"), act: lock },
    "ui.sign#0": { in: ["usual"] },
    "error(requestChallenge)#0": lose("wallet/challenge"),
    "error(requestChallenge)#1": timeOut("wallet/challenge"),
    "done(requestChallenge)#0": { in: ["usual"] },
    "done(sign)#0": {
      in: ["usual"],
      act: async (scene) => {
        await asks.release(SIGN);
        await answerWallet(getWindow(scene), "sign", true);
      },
    },
    "error(sign)#0": {
      in: ["usual"],
      act: async (scene) => {
        await asks.release(SIGN);
        await answerWallet(getWindow(scene), "sign", false);
      },
    },
    "error(sign)#1": { in: ["usual"], act: (scene) => refuse(scene, "cut", SIGN) },
    "xstate.after.walletTimeout.walletConnection.proving.signing": {
      in: ["usual"],
      act: (scene) => outlast(scene, SIGN),
    },
    "done(submitProof)#0": { in: ["usual"] },
    "error(submitProof)#0": { in: ["usual"], arrange: setCode },
    "done(securityCodePrompt)#0": { in: ["usual"] },
    "done(securityCodePrompt)#1": { in: ["usual"] },
    "done(securityCodePrompt)#3": { in: ["usual"] },
    "error(submitProof)#1": lose("wallet/bind"),
    "error(submitProof)#2": timeOut("wallet/bind"),
    // A script that is lost is lost at once again.
    "ui.retry#0": { in: ["usual", "pending", "locked", "absent"] },
    "ui.cancel#0": { when: (snapshot) => snapshot.can({ type: "ui.cancel" }) && !snapshot.matches("detecting") },
  },
  // A wallet is proven by its signature alone.
  compare: async ({ api }, snapshot) => {
    const { items } = await api.get<{ items: WalletItem[] }>("wallet/list");
    return [items.some(({ proven }) => proven), isProven || snapshot.matches("connected")];
  },
  unreached: {
    "checkingAccount --always#2": SIGNS,
    "checkingAccount --always#4": SIGNS,
    "connecting.choosingWay --always#0": SIGNS,
    "connecting.explaining --ui.sign#0": SIGNS,
    "connecting.requestingChallenge --done(requestFirstChallenge)#0": SIGNS,
    "connecting.requestingChallenge --done(requestFirstChallenge)#1": SIGNS,
    "connecting.requestingChallenge --error(requestFirstChallenge)#0": SIGNS,
    "connecting.requestingChallenge --error(requestFirstChallenge)#1": SIGNS,
    "connecting.asking --error(connect)#2": "a wallet that was found stays until the page is loaded anew",
    "connecting.asking --error(connect)#3": "a wallet of Ethereum has its accounts on every network",
    "explainingProof --error(watch)#1": TELLS,
    "wrongAddress --error(watch)#1": TELLS,
    "wrongNetwork --error(watch)#1": TELLS,
    "locked --error(watch)#0": "a locked wallet is watched until it shows an account",
    "askingCode --done(securityCodePrompt)#2": "the server has nothing against a new wallet with the right code",
    "askingCode --error(securityCodePrompt)#0": "no fault of the question is known",
    "askingCode --ui.cancel#0": "the question for the code has a way back of its own",
    "proving.submitting --ui.cancel#0": "a proof that is handed in has no control",
    "proving.submitting --error(submitProof)#0": "a payment of Ethereum names its order by its payer alone",
  },
});
