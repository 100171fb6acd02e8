import { Wallet } from "ethers";
import type { AnyMachineSnapshot } from "xstate";
import { goTo } from "../support/person.ts";
import { answerTonWallet, openTonWallet } from "../support/tonWallet.ts";
import { answerInDialog } from "./support/answerInDialog.ts";
import { endCalls } from "./support/endCalls.ts";
import { findPersonId, prepareAccount } from "./support/prepareAccount.ts";
import { LEFT, runWalks, type Cause } from "./support/runWalks.ts";
import { WalkScene } from "./support/WalkScene.ts";
import type { WalkWorld } from "./support/walkWorld.ts";

const WALKER = 1;
const RIVAL = 2;
const SECRET = "legal winner thank year wave sausage worth useful legal winner thank yellow";
/** Of a checksum that only the server looks at. */
const MISTYPED = "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** Of the walk: what is bound. */
let wallet = Wallet.createRandom();

/**
 * Worlds: whether the walker has a wallet, and whether a security code. `mistyped`: none, and the typed address has a mistake.
 * `taken`: none, and the typed one is somebody else's. `ton`: none, and a wallet of TON is to be connected.
 * `ton bound`: it is.
 */
const NONE = ["none", "none, code"];
const BOUND = ["bound", "bound, code"];
const TON = ["ton", "ton, code"];
const TON_BOUND = "ton bound";

const toBound = (world: string): readonly string[] => [world.replace("none", "bound")];
const toNone = (world: string): readonly string[] => [world.replace("bound", "none")];

/** Opens the wallets, with or without a security code. */
const open: Cause = {
  in: ["new", "new, ton"],
  to: (world) => (world === "new" ? NONE : ["ton", "ton, code"]),
  act: async ({ world, person }, state) => {
    await prepareAccount(world, WALKER, { email: "anna@example.com", hasSecurityCode: state.endsWith("code") });
    await prepareAccount(world, RIVAL);
    await goTo(person, state.startsWith("ton") ? "/addWallet?type=Ton" : "/addWallet");
  },
};

async function type(scene: WalkScene, value: string): Promise<void> {
  await scene.person.app.getByLabel(scene.person.t("wallet:binding.address")).first().fill(value);
}

function isChoosing(snapshot: AnyMachineSnapshot): boolean {
  return snapshot.matches("choosing");
}

/** Somebody else shows with a signature that the wallet is theirs. */
async function bindByRival(world: WalkWorld): Promise<void> {
  const rival = await world.logIn(RIVAL);
  const account = { type: "ETH", address: wallet.address };
  const { challengeId, message } = await rival.post<{ challengeId: string; message: string }>(
    "wallet/challenge",
    account,
  );
  await rival.post("wallet/bind", { ...account, proof: { challengeId, signature: await wallet.signMessage(message) } });
}

function listWallets(world: WalkWorld) {
  return world.database
    .selectFrom("wallet")
    .select(["type", "address"])
    .where("tg_user_id", "=", findPersonId(world, WALKER))
    .where("unbound_at", "is", null)
    .execute();
}

/** Shows by the wallet of TON in its own window that it is the walker's. */
async function connectTon(scene: WalkScene): Promise<void> {
  const opened = await openTonWallet(scene.person);
  await answerTonWallet(opened, "connect", true);
  await endCalls(scene, ["wallet/bind"], null);
}

/** As another device would. */
async function unbindElsewhere({ world }: WalkScene): Promise<void> {
  await world.database
    .updateTable("wallet")
    .set({ unbound_at: new Date() })
    .where("tg_user_id", "=", findPersonId(world, WALKER))
    .where("unbound_at", "is", null)
    .execute();
}

await runWalks({
  name: "walletBinding",
  calls: {
    loadWallets: "wallet/list",
    bindWallet: "wallet/bind",
    unbindWallet: "wallet/unbind",
    securityCodePrompt: "wallet/bind|wallet/unbind",
  },
  settings: { COINS: "eth,ton" },
  startWorlds: ["new", "new, ton"],
  open: async (world) => {
    wallet = Wallet.createRandom();
    const held = ["wallet/list", "wallet/bind", "wallet/unbind"];
    return WalkScene.open(world, { chart: "walletBinding", n: WALKER, held });
  },
  causes: {
    "ui.open#0": open,
    "ui.chooseType#0": {
      in: NONE,
      when: isChoosing,
      // The types come once it is known what the person has.
      act: (scene) => scene.passWhile(scene.person.app.getByRole("radio", { name: "ETH" }).check({ force: true })),
    },
    "ui.type#0": {
      in: [...NONE, "mistyped"],
      to: (world) => (world === "none" ? ["none", "mistyped"] : [world]),
      when: isChoosing,
      act: (scene, world) => type(scene, world === "mistyped" ? MISTYPED : wallet.address),
    },
    "ui.type#1": { in: NONE, when: isChoosing, act: (scene) => type(scene, "0x12") },
    "ui.refuseSecret#0": { in: NONE, when: isChoosing, act: (scene) => type(scene, SECRET) },
    "ui.submit#0": { in: [...NONE, "mistyped"] },
    "ui.connect#0": {
      in: TON,
      act: async (scene) => {
        await scene.press("wallet:binding.connect");
        // What connects a wallet has timers of its own.
        await scene.person.page.clock.resume();
      },
    },
    "ui.unbind#0": {},
    "ui.confirm#0": { act: ({ person }) => answerInDialog(person, "wallet:binding.confirmUnbind") },
    "ui.back#0": { act: ({ person }) => answerInDialog(person, "wallet:binding.back") },
    "ui.continue#0": {},
    "ui.retry#0": {},

    "done(loadWallets)#0": { in: [...NONE, ...TON] },
    "done(loadWallets)#1": { in: BOUND },
    "error(loadWallets)#0": {},
    "error(loadWallets)#1": {},

    "done(bindWallet)#0": { in: ["none"], to: toBound },
    "error(bindWallet)#0": { in: ["none"], to: ["taken"], arrange: ({ world }) => bindByRival(world) },
    "error(bindWallet)#1": { in: ["none"], to: toBound },
    "error(bindWallet)#2": { in: ["none, code"] },
    "error(bindWallet)#3": { in: ["mistyped"] },

    "done(unbindWallet)#0": { in: ["bound"], to: toNone },
    "error(unbindWallet)#0": { in: ["bound"], to: toNone, arrange: unbindElsewhere },
    "error(unbindWallet)#1": { in: ["bound, code"] },
    "error(unbindWallet)#2": { in: ["bound"], to: toNone },

    "done(walletConnection)#0": { in: ["ton"], to: [TON_BOUND], act: connectTon },
    "done(walletConnection)#2": {
      in: ["ton, code"],
      to: [LEFT],
      act: async (scene) => {
        await connectTon(scene);
        await scene.press("codes:prompt.forgot");
      },
    },
    "done(walletConnection)#3": { in: TON, act: (scene) => scene.press("wallet:connection.cancel") },

    "done(securityCodePrompt)#0": { in: ["none, code"], to: toBound },
    "done(securityCodePrompt)#1": { in: ["bound, code"], to: toNone },
    "done(securityCodePrompt)#2": { to: [LEFT] },
    "done(securityCodePrompt)#3": { to: (world) => (world === "none, code" ? toBound(world) : toNone(world)) },
    "done(securityCodePrompt)#4": { in: ["bound, code"], to: toNone, arrange: unbindElsewhere },
    "done(securityCodePrompt)#5": {},
  },
  compare: async ({ world }, _, state) => {
    if (state === LEFT || state.startsWith("new")) return null;
    const bound = await listWallets(world);
    if (state === TON_BOUND) return [bound.map(({ type }) => type), ["Ton"]];
    return [bound.map(({ address }) => address), state.startsWith("bound") ? [wallet.address] : []];
  },
  unreached: {
    "askingCode --error(securityCodePrompt)#0": "no fault of the question is known",
    "failed --app.online#0": "no walk cuts the network: tests/models/online.test.ts holds who reads again",
    "connecting --error(walletConnection)#0": "no fault of the connection is known",
  },
});
