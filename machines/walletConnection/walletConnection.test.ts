import { expect, test } from "vitest";
import { waitFor } from "xstate";
import {
  sampleChallenge,
  sampleConnection,
  sampleRequest,
  sampleTonKind,
  sampleWallet,
} from "#tests/support/samples.ts";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure, WalletFailureReason } from "../kit/failure.ts";
import {
  type AnnouncedWallet,
  type ConnectedAccount,
  type WalletConnectionInput,
  walletConnectionMachine,
} from "./walletConnection.machine.ts";
import { viewWalletConnection } from "./walletConnection.view.ts";

const { address: RIGHT } = sampleWallet;
const { to: OTHER } = sampleRequest;
const METAL: AnnouncedWallet = { connectorId: "io.metal", name: "Metal", icon: null };
const RIVER: AnnouncedWallet = { connectorId: "io.river", name: "River", icon: null };

const HERE: ConnectedAccount = { address: RIGHT, networkId: "eip155:31337" };
const ON_OTHER_NETWORK: ConnectedAccount = { address: RIGHT, networkId: "eip155:1" };
const WITH_OTHER_ADDRESS: ConnectedAccount = { address: OTHER, networkId: "eip155:31337" };

const INPUT: WalletConnectionInput = { ...sampleConnection, expectedAddress: RIGHT, isProven: true };

type State = ReturnType<typeof viewWalletConnection>["state"];
type Call = "detect" | "connect" | "switchNetwork" | "requestChallenge" | "sign" | "submitProof" | "tryCode";

const CODE = "R1ghtone";

/** A browser with wallets that show an account, or why they show none; the person acts in the wallet by `choose`. */
function openBrowser(
  first: ConnectedAccount | WalletFailureReason = HERE,
  input: Partial<WalletConnectionInput> = {},
  wallets = [METAL],
) {
  let shown = first;
  /** What is not answered, or with a failure. */
  const faults = new Map<Call, Failure | "silence">();
  const asked: [Call, unknown][] = [];
  /** Notes the call, which the answer may use. */
  const listen =
    <Input, Output>(call: Call, answer: (asked: Input) => Output) =>
    (question: Input): Output | Promise<Output> => {
      asked.push([call, question]);
      const fault = faults.get(call);
      if (fault === "silence") return new Promise(() => {});
      if (fault !== undefined) throw fault;
      return answer(question);
    };
  const proofs: object[] = [];
  const chart = openChart(walletConnectionMachine, viewWalletConnection, {
    input: { ...INPUT, ...input },
    world: {
      detect: listen("detect", () => wallets),
      connect: listen("connect", ({ message }: { message: string | null }) => {
        if (typeof shown === "string") throw { kind: "wallet", reason: shown } satisfies Failure;
        return { account: shown, proof: message === null ? null : { signature: `proof of ${message}` } };
      }),
      submitProof: listen("submitProof", (proof: { type: WalletConnectionInput["walletType"]; address: string }) => {
        proofs.push(proof);
        return { ...sampleWallet, type: proof.type, address: proof.address };
      }),
      switchNetwork: listen("switchNetwork", ({ networkId }: { networkId: string }) => {
        if (typeof shown !== "string") shown = { ...shown, networkId };
        return null;
      }),
      requestChallenge: listen("requestChallenge", () => sampleChallenge),
      sign: listen("sign", ({ message }: { message: string }) => `signed ${message}`),
      securityCodePrompt: scriptPrompt(async (attempt, securityCode) => {
        if (securityCode !== CODE) throw refuse("wrongSecurityCode");
        return listen("tryCode", () => ({ kind: "bindWallet" as const, wallet: sampleWallet }))(attempt);
      }),
    },
  });
  const { actor, end, listRequests } = chart;
  return {
    ...chart,
    faults,
    asked,
    proofs,
    listWatched: () => listRequests("watch").map((watch) => watch.input),
    /** The wallet shows it when it is asked the next time. */
    show: (account: ConnectedAccount) => {
      shown = account;
    },
    choose: (account: ConnectedAccount) => {
      shown = account;
      return end("watch", "resolve", account);
    },
    lock: () => end("watch", "reject", { kind: "wallet", reason: "locked" }),
    getOutput: () => actor.getSnapshot().output,
  };
}

test("one proven wallet on the right network and address connects without a question", async () => {
  const { see, getOutput } = openBrowser();
  await see("connected");
  expect(getOutput()).toEqual({
    status: "connected",
    connectorId: "io.metal",
    address: RIGHT,
    networkId: "eip155:31337",
    isProven: true,
    wallet: null,
  });
});

test("several wallets are offered for choice, and no others can be chosen", async () => {
  const { look, see, send, getOutput } = openBrowser(HERE, {}, [METAL, RIVER]);
  expect((await see("choosingWallet")).wallets).toEqual([METAL, RIVER]);
  send({ type: "ui.chooseWallet", connectorId: "io.unknown" });
  expect(look().state).toBe("choosingWallet");
  send({ type: "ui.chooseWallet", connectorId: "io.river" });
  expect(look().state).toBe("connecting");
  await see("connected");
  expect(getOutput()).toMatchObject({ connectorId: "io.river" });
});

test("the wallet that shows the expected address already is taken again, and one with another address is not", async () => {
  const { see, getOutput } = openBrowser(HERE, {}, [METAL, { ...RIVER, address: RIGHT }]);
  await see("connected");
  expect(getOutput()).toMatchObject({ connectorId: "io.river" });
  const others = [METAL, { ...RIVER, address: OTHER }];
  expect((await openBrowser(HERE, {}, others).see("choosingWallet")).wallets).toEqual(others);
  await openBrowser(HERE, { expectedAddress: null, isProven: false }, others).see("choosingWallet");
});

test("an unproven wallet signs the server's text before it is connected", async () => {
  const { see, proofs, press, getOutput } = openBrowser(HERE, { isProven: false });
  await see("explainingProof");
  press("ui.sign");
  await see("connected");
  expect(proofs).toEqual([{ type: "ETH", address: RIGHT, proof: { challengeId: "c1", signature: "signed Sign me" } }]);
  expect(getOutput()).toMatchObject({ isProven: true });
});

test("a proof that the server is checking is not given up", async () => {
  const { actor, faults, look, see, press, send } = openBrowser(HERE, { isProven: false });
  faults.set("submitProof", "silence");
  await see("explainingProof");
  press("ui.sign");
  await waitFor(actor, (snapshot) => snapshot.matches({ proving: "submitting" }));
  send({ type: "ui.cancel" });
  expect(look().state).toBe("proving");
});

test("no wallet shows where to get one", async () => {
  const { see } = openBrowser(HERE, {}, []);
  expect(await see("notInstalled")).toMatchObject({
    installUrl: "https://ethereum.org/wallets/",
    failureKey: "wallet:failure.notInstalled",
  });
});

test.each<[ConnectedAccount | WalletFailureReason, State, string]>([
  ["locked", "locked", "wallet:failure.locked"],
  ["notLoggedIn", "locked", "wallet:failure.locked"],
  ["denied", "denied", "wallet:failure.denied"],
  ["cancelled", "denied", "wallet:failure.denied"],
  [ON_OTHER_NETWORK, "wrongNetwork", "wallet:failure.wrongNetwork"],
  [WITH_OTHER_ADDRESS, "wrongAddress", "wallet:failure.addressMismatch"],
])("%o ends in %s, and another try asks the chosen wallet at once", async (shown, state, failureKey) => {
  const { asked, look, see, show, send, press, getOutput } = openBrowser(shown, {}, [METAL, RIVER]);
  await see("choosingWallet");
  send({ type: "ui.chooseWallet", connectorId: "io.river" });
  const address = typeof shown === "string" ? null : shown.address;
  expect(await see(state)).toMatchObject({ failureKey, address, expectedAddress: RIGHT });
  show(HERE);
  press("ui.retry");
  expect(look()).toMatchObject({ state: "connecting", failureKey: null, address: null });
  await see("connected");
  expect(asked.map(([call]) => call)).toEqual(["detect", "connect", "connect"]);
  expect(getOutput()).toMatchObject({ connectorId: "io.river", address: RIGHT });
});

test.each<[State, ConnectedAccount | WalletFailureReason, ConnectedAccount, State]>([
  ["locked", "locked", HERE, "explainingProof"],
  ["wrongNetwork", ON_OTHER_NETWORK, HERE, "explainingProof"],
  ["wrongAddress", WITH_OTHER_ADDRESS, HERE, "explainingProof"],
  ["wrongAddress", WITH_OTHER_ADDRESS, ON_OTHER_NETWORK, "wrongNetwork"],
  ["explainingProof", HERE, WITH_OTHER_ADDRESS, "wrongAddress"],
])("in %s with %o the wallet is followed: %o leads to %s without a question", async (state, shown, chosen, next) => {
  const browser = openBrowser(shown, { isProven: false });
  await browser.see(state);
  const known = typeof shown === "string" ? null : shown;
  expect(browser.listWatched()).toEqual([{ walletType: "ETH", connectorId: "io.metal", account: known }]);
  await browser.choose(chosen);
  expect(await browser.see(next)).toMatchObject({ address: chosen.address, expectedAddress: RIGHT });
  expect(browser.asked.map(([call]) => call)).toEqual(["detect", "connect"]);
});

test.each<[State, ConnectedAccount]>([
  ["wrongNetwork", ON_OTHER_NETWORK],
  ["wrongAddress", WITH_OTHER_ADDRESS],
  ["explainingProof", HERE],
])("a wallet that is locked in %s asks to be unlocked, and unlocking goes on", async (state, shown) => {
  const browser = openBrowser(shown, { isProven: false });
  await browser.see(state);
  await browser.lock();
  expect(await browser.see("locked")).toMatchObject({ address: null, failureKey: "wallet:failure.locked" });
  await browser.choose(HERE);
  await browser.see("explainingProof");
  expect(browser.asked.map(([call]) => call)).toEqual(["detect", "connect"]);
});

test("a wallet that may be asked switches its network; another one is switched by hand", async () => {
  const asking = openBrowser(ON_OTHER_NETWORK);
  expect((await asking.see("wrongNetwork")).canSwitchNetwork).toBe(true);
  asking.press("ui.switchNetwork");
  await asking.see("connected");
  const mute = openBrowser(ON_OTHER_NETWORK, { capabilities: { ...INPUT.capabilities, networkSwitch: false } });
  const { canSwitchNetwork, actions } = await mute.see("wrongNetwork");
  expect([canSwitchNetwork, actions.map(({ event }) => event.type)]).toEqual([false, ["ui.retry", "ui.cancel"]]);
});

test("giving up is an answer, too", async () => {
  const { see, press, getOutput } = openBrowser(HERE, {}, [METAL, RIVER]);
  await see("choosingWallet");
  press("ui.cancel");
  expect(getOutput()).toEqual({ status: "cancelled" });
});

test("refusing the free signature speaks of no transaction, and is forgotten with the account", async () => {
  const browser = openBrowser(HERE, { isProven: false });
  await browser.see("explainingProof");
  browser.faults.set("sign", { kind: "wallet", reason: "cancelled" });
  browser.press("ui.sign");
  await waitFor(browser.actor, () => browser.look().failureKey !== null);
  expect([browser.look().state, browser.look().failureKey]).toEqual(["explainingProof", "wallet:failure.proofRefused"]);
  await browser.lock();
  await browser.see("locked");
  await browser.choose(HERE);
  expect((await browser.see("explainingProof")).failureKey).toBeNull();
});

test("a refused switch of the network is no refused signature", async () => {
  const browser = await goTo("switchNetwork", { kind: "wallet", reason: "denied" });
  await browser.see("wrongNetwork");
  await browser.choose(HERE);
  expect((await browser.see("explainingProof")).failureKey).toBeNull();
});

test("a wallet that can neither sign nor name the order may not pay", async () => {
  const capabilities = { ...INPUT.capabilities, messageSigning: false, proofWhileConnecting: false };
  const mute = openBrowser(HERE, { isProven: false, capabilities });
  expect((await mute.see("failed")).failureKey).toBe("errors:walletNotProven");
  const named = openBrowser(HERE, { isProven: false, capabilities, hasReference: true });
  await named.see("connected");
});

test.each<[Call, Failure, State, string | null]>([
  ["connect", { kind: "wallet", reason: "notInstalled" }, "notInstalled", null],
  ["requestChallenge", { kind: "timeout" }, "timedOut", RIGHT],
  ["requestChallenge", refuse("serviceUnavailable"), "failed", RIGHT],
])(
  "the wallet of before is taken again; where %s ends with %o all are offered",
  async (call, fault, state, address) => {
    const browser = openBrowser(HERE, { isProven: false, connectorId: RIVER.connectorId }, [METAL, RIVER]);
    browser.faults.set(call, fault);
    if (call === "requestChallenge") {
      await browser.see("explainingProof");
      browser.press("ui.sign");
    }
    expect(await browser.see(state)).toMatchObject({ address });
    expect(browser.asked[1]).toMatchObject(["connect", { connectorId: "io.river" }]);
    browser.press("ui.retry");
    expect(browser.look()).toMatchObject({ state: "detecting", address: null });
    expect(await browser.see("choosingWallet")).toMatchObject({ wallets: [METAL, RIVER], address: null });
  },
);

const PROVES_FIRST = {
  ...sampleTonKind,
  expectedAddress: null,
  isProven: false,
};

test("a wallet that proves while it connects is asked once, after the consequence was told", async () => {
  const browser = openBrowser(HERE, PROVES_FIRST);
  await browser.see("explainingProof");
  expect(browser.asked.at(-1)).toEqual(["requestChallenge", { type: "ETH", address: null }]);
  browser.press("ui.sign");
  await browser.see("connected");
  expect(browser.proofs).toEqual([
    { type: "ETH", address: RIGHT, proof: { challengeId: "c1", signature: "proof of Sign me" } },
  ]);
  expect(browser.getOutput()).toMatchObject({ isProven: true, wallet: { walletId: "w1" } });
});

test.each<[Failure, State, string]>([
  [{ kind: "timeout" }, "timedOut", "wallet:failure.linkTimeout"],
  [refuse("chainUnavailable"), "failed", "errors:chainUnavailable"],
])("where the text to prove ends with %o the wallet is not asked", async (fault, state, failureKey) => {
  const browser = openBrowser(HERE, { ...PROVES_FIRST, connectorId: METAL.connectorId });
  browser.faults.set("requestChallenge", fault);
  expect((await browser.see(state)).failureKey).toBe(failureKey);
  expect(browser.asked.map(([call]) => call)).toEqual(["detect", "requestChallenge"]);
});

test("who has read what the proof means is asked by the wallet at once, again after a refusal too", async () => {
  const { see, send, asked, getOutput, show } = openBrowser("denied", { ...PROVES_FIRST, isExplained: true });
  await see("denied");
  show(HERE);
  send({ type: "ui.retry" });
  await see("connected");
  expect(getOutput()).toMatchObject({ isProven: true, address: RIGHT });
  expect(asked.filter(([call]) => call === "connect")).toHaveLength(2);
});

test("a proven wallet of that kind only connects", async () => {
  const browser = openBrowser(HERE, { ...PROVES_FIRST, isProven: true });
  await browser.see("connected");
  expect(browser.proofs).toEqual([]);
});

test("the proof of another address than the expected one is dropped", async () => {
  const browser = openBrowser(WITH_OTHER_ADDRESS, { ...PROVES_FIRST, expectedAddress: RIGHT });
  await browser.see("explainingProof");
  browser.press("ui.sign");
  await browser.see("wrongAddress");
  expect(browser.proofs).toEqual([]);
  expect(browser.actor.getSnapshot().context).toMatchObject({ challenge: null, proof: null });
});

/** As far as the question for the security code, without which the server takes no proof. */
async function openPrompt() {
  const browser = openBrowser(HERE, PROVES_FIRST);
  browser.faults.set("submitProof", refuse("securityCodeRequired"));
  await browser.see("explainingProof");
  browser.press("ui.sign");
  const { children } = await waitFor(browser.actor, (snapshot) => snapshot.matches("askingCode"));
  const prompt = children.securityCodePrompt;
  if (prompt === undefined) throw new Error("no code is asked for");
  const enter = (value: string) => {
    prompt.send({ type: "ui.type", field: "securityCode", value });
    prompt.send({ type: "ui.submit" });
  };
  return { ...browser, prompt, enter };
}

test("where the server wants the security code it is asked for, and the same proof is handed in with it", async () => {
  const { see, look, prompt, enter, asked, getOutput } = await openPrompt();
  expect(look()).toMatchObject({ state: "proving", isBusy: false, actions: [] });
  enter("Wr0ngone");
  await waitFor(prompt, (snapshot) => snapshot.matches("wrong"));
  enter(CODE);
  await see("connected");
  expect(getOutput()).toMatchObject({ status: "connected", address: RIGHT, isProven: true, wallet: sampleWallet });
  const proof = { challengeId: "c1", signature: "proof of Sign me" };
  expect(asked.at(-1)).toEqual(["tryCode", { kind: "bindWallet", type: "ETH", address: RIGHT, proof }]);
  expect(asked.filter(([call]) => call === "connect")).toHaveLength(1);
});

test.each([
  ["ui.cancel", "cancelled"],
  ["ui.forgot", "forgotten"],
] as const)("who leaves that question by %s ends the connection as %s, with nothing proven", async (type, status) => {
  const { see, prompt, getOutput, actor } = await openPrompt();
  prompt.send({ type });
  await see("cancelled");
  expect(getOutput()).toEqual({ status });
  expect(actor.getSnapshot().context).toMatchObject({ isProven: false, proof: null, challenge: null });
});

test("what the server has against the proof with the right code is told, and one can begin again", async () => {
  const { see, enter, faults, listControls } = await openPrompt();
  faults.set("tryCode", refuse("walletAlreadyBound"));
  enter(CODE);
  expect((await see("failed")).failureKey).toBe("errors:walletAlreadyBound");
  expect(listControls()).toEqual(["ui.retry", "ui.cancel"]);
});

test("a payment that names its order does not wait for a proof that needs the security code", async () => {
  const browser = openBrowser(HERE, { ...PROVES_FIRST, hasReference: true });
  browser.faults.set("submitProof", refuse("securityCodeRequired"));
  await browser.see("explainingProof");
  browser.press("ui.sign");
  await browser.see("connected");
  expect(browser.getOutput()).toMatchObject({ status: "connected", isProven: false });
});

/** From a browser with one unproven wallet on another network to the call. */
const WAYS: Record<Exclude<Call, "detect" | "tryCode">, readonly ("ui.retry" | "ui.switchNetwork" | "ui.sign")[]> = {
  connect: ["ui.retry"],
  switchNetwork: ["ui.switchNetwork"],
  requestChallenge: ["ui.switchNetwork", "ui.sign"],
  sign: ["ui.switchNetwork", "ui.sign"],
  submitProof: ["ui.switchNetwork", "ui.sign"],
};

async function goTo(call: keyof typeof WAYS, fault: Failure | "silence") {
  const browser = openBrowser(ON_OTHER_NETWORK, { isProven: false });
  await browser.see("wrongNetwork");
  browser.faults.set(call, fault);
  for (const type of WAYS[call]) {
    await waitFor(browser.actor, (snapshot) => snapshot.can({ type }));
    browser.actor.send({ type });
  }
  await waitFor(browser.actor, () => browser.asked.at(-1)?.[0] === call);
  return browser;
}

test("each step is asked of the chosen wallet, for the address and the network of the payment", async () => {
  const browser = await goTo("submitProof", { kind: "timeout" });
  await browser.see("timedOut");
  const wallet = { walletType: "ETH", connectorId: "io.metal" };
  const connect = { ...wallet, networkId: "eip155:31337", expectedAddress: RIGHT, message: null };
  expect(browser.asked).toEqual([
    ["detect", { walletType: "ETH" }],
    ["connect", connect],
    ["switchNetwork", { ...wallet, networkId: "eip155:31337" }],
    ["connect", connect],
    ["requestChallenge", { type: "ETH", address: RIGHT }],
    ["sign", { ...wallet, address: RIGHT, message: "Sign me" }],
    ["submitProof", { type: "ETH", address: RIGHT, proof: { challengeId: "c1", signature: "signed Sign me" } }],
  ]);
});

test.each(["connect", "switchNetwork", "sign"] as const)(
  "a wallet that is silent at %s is given up after two minutes, and another try begins anew",
  async (call) => {
    const browser = await goTo(call, "silence");
    browser.clock.increment(119_999);
    expect(browser.look()).toMatchObject({ isBusy: true, failureKey: null });
    browser.clock.increment(1);
    expect(browser.look()).toMatchObject({ state: "timedOut", failureKey: "wallet:failure.linkTimeout" });
    browser.faults.clear();
    browser.show(HERE);
    browser.press("ui.retry");
    await browser.see("explainingProof");
    browser.press("ui.sign");
    await browser.see("connected");
  },
);

test.each<[keyof typeof WAYS, Failure, State, string]>([
  ["connect", { kind: "wallet", reason: "connectionFailed" }, "failed", "wallet:failure.connectionFailed"],
  ["connect", { kind: "wallet", reason: "notInstalled" }, "notInstalled", "wallet:failure.notInstalled"],
  ["connect", { kind: "wallet", reason: "wrongNetwork" }, "wrongNetwork", "wallet:failure.wrongNetwork"],
  ["switchNetwork", { kind: "wallet", reason: "denied" }, "wrongNetwork", "wallet:failure.wrongNetwork"],
  ["requestChallenge", { kind: "timeout" }, "timedOut", "wallet:failure.linkTimeout"],
  ["requestChallenge", refuse("walletUnsupported"), "failed", "errors:walletUnsupported"],
  ["sign", { kind: "wallet", reason: "notConnected" }, "failed", "wallet:failure.notConnected"],
  ["submitProof", { kind: "timeout" }, "timedOut", "wallet:failure.linkTimeout"],
  ["submitProof", refuse("walletLimitReached"), "failed", "errors:walletLimitReached"],
])("%s that ends with %o leads to %s, says why, and can be tried again", async (call, fault, state, failureKey) => {
  const browser = await goTo(call, fault);
  expect((await browser.see(state)).failureKey).toBe(failureKey);
  expect(browser.asked.at(-1)?.[0]).toBe(call);
  browser.faults.clear();
  browser.show(HERE);
  browser.press("ui.retry");
  expect((await browser.see("explainingProof")).failureKey).toBeNull();
});

test("a browser that names no wallet within ten seconds, or cannot be asked, is asked again", async () => {
  const browser = openBrowser(HERE, {}, []);
  await browser.see("notInstalled");
  browser.faults.set("detect", "silence");
  browser.press("ui.retry");
  browser.clock.increment(9_999);
  expect(browser.look()).toMatchObject({ state: "detecting", isBusy: true });
  browser.clock.increment(1);
  expect(browser.look()).toMatchObject({ state: "timedOut", failureKey: "wallet:failure.linkTimeout" });
  browser.faults.set("detect", OFFLINE);
  browser.press("ui.retry");
  expect((await browser.see("failed")).failureKey).toBe("errors:network");
  browser.faults.clear();
  browser.press("ui.retry");
  await browser.see("notInstalled");
});
