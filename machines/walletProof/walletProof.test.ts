import { expect, test } from "vitest";
import { waitFor } from "xstate";
import {
  sampleChallenge,
  sampleKind,
  sampleProofRequest,
  sampleRequest,
  sampleSystemInfo,
  sampleWallet,
} from "#tests/support/samples.ts";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import { walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "../walletConnection/walletConnection.view.ts";
import { walletProofMachine } from "./walletProof.machine.ts";
import { viewWalletProof } from "./walletProof.view.ts";

const { address: MINE } = sampleWallet;
const { to: OTHER } = sampleRequest;
const CODE = "R1ghtone";

interface Known {
  /** The address that is bound already; null: none. */
  boundAddress?: string | null;
  /** The account that the wallet shows. */
  shown?: string;
  /** Why the code is refused; null: it is taken. */
  refusal?: Failure | null;
  /** Whether the person has set a security code, which a new binding needs. */
  hasSecurityCode?: boolean;
  /** Whether another wallet of the type was proven before. */
  isBlocking?: boolean;
}

/** The proof page of a person, at a server that knows one binding. */
function open({
  boundAddress = null,
  shown = MINE,
  refusal = null,
  hasSecurityCode = false,
  isBlocking = false,
}: Known) {
  const server = { address: boundAddress, isProven: false };
  const bind = (address: string) => {
    Object.assign(server, { address, isProven: true });
    return { ...sampleWallet, address };
  };
  const securityCodePrompt = scriptPrompt(async (attempt, securityCode) => {
    if (attempt.kind !== "bindWallet" || attempt.proof === undefined) throw new Error("another try");
    if (securityCode !== CODE) throw refuse("wrongSecurityCode");
    return { kind: "bindWallet", wallet: bind(attempt.address) };
  });
  const walletConnection = provideWorld(walletConnectionMachine, {
    securityCodePrompt,
    detect: () => [{ connectorId: "io.metal", name: "Metal", icon: null }],
    // A network that no order is paid on: a text proves an address everywhere.
    connect: () => ({ account: { address: shown, networkId: "eip155:137" }, proof: null }),
    requestChallenge: () => sampleChallenge,
    sign: () => "0xsigned",
    submitProof: ({ address }) => {
      if (hasSecurityCode) throw refuse("securityCodeRequired");
      return bind(address);
    },
  });
  const load = (hasPaymentCode = true) => {
    const chart = openChart(walletProofMachine, viewWalletProof, {
      input: { hasPaymentCode, walletKinds: { ETH: sampleKind } },
      world: {
        loadPage: () => {
          if (refusal !== null) throw refusal;
          return {
            request: {
              ...sampleProofRequest,
              address: server.address,
              proven: server.isProven,
              proofBlocksSpending: isBlocking,
            },
            isDomHttp: false,
            officialDomains: sampleSystemInfo.officialDomains,
            appUrl: sampleSystemInfo.appUrl,
          };
        },
        walletConnection,
      },
      events: [{ type: "ui.open" }],
    });
    /** As far as the wallet itself, in that state. */
    const reachWallet = async (state: string) => {
      await chart.see("ready");
      chart.press("ui.connect");
      const child = chart.actor.getSnapshot().children.walletConnection;
      if (child === undefined) throw new Error("no wallet is being connected");
      await waitFor(child, (snapshot) => viewWalletConnection(snapshot).state === state);
      return child;
    };
    return { ...chart, reachWallet };
  };
  return { server, load };
}

test("somebody who never bound a wallet proves the one at hand, and a reload still says so", async () => {
  const { server, load } = open({});
  const { see, reachWallet } = load();
  expect(await see("ready")).toMatchObject({ walletType: "ETH", address: null, owner: sampleProofRequest.owner });
  (await reachWallet("explainingProof")).send({ type: "ui.sign" });
  expect(await see("proven")).toMatchObject({ address: MINE, actions: [] });
  expect(server).toMatchObject({ address: MINE, isProven: true });
  expect(await load().see("proven")).toMatchObject({
    address: MINE,
    owner: sampleProofRequest.owner,
    appUrl: "https://t.me/hongbao_bot/app",
  });
});

test.each([true, false])("the pause that a signature brings is told before it: %s", async (isBlocking) => {
  const { reachWallet } = open({ isBlocking }).load();
  const child = await reachWallet("explainingProof");
  expect(viewWalletConnection(child.getSnapshot()).isBlocking).toBe(isBlocking);
});

test("a bound wallet is the only one that counts", async () => {
  const { server, load } = open({ boundAddress: MINE, shown: OTHER });
  const { see, listControls, reachWallet } = load();
  expect(await see("ready")).toMatchObject({ address: MINE });
  (await reachWallet("wrongAddress")).send({ type: "ui.cancel" });
  expect(listControls(await see("ready"))).toEqual(["ui.connect"]);
  expect(server.isProven).toBe(false);
});

/** Up to where the server wants the security code with the signature. */
async function openPrompt() {
  const { server, load } = open({ hasSecurityCode: true });
  const { see, listControls, reachWallet } = load();
  const connection = await reachWallet("explainingProof");
  connection.send({ type: "ui.sign" });
  const { children } = await waitFor(connection, (snapshot) => snapshot.matches("askingCode"));
  const prompt = children.securityCodePrompt;
  if (prompt === undefined) throw new Error("no code is asked for");
  const enter = (value: string) => {
    prompt.send({ type: "ui.type", field: "securityCode", value });
    prompt.send({ type: "ui.submit" });
  };
  return { server, prompt, see, listControls, enter };
}

test("a new wallet needs the security code, and one signature is enough for several tries of it", async () => {
  const { server, prompt, see, enter } = await openPrompt();
  enter("Wr0ngone");
  await waitFor(prompt, (snapshot) => snapshot.matches("wrong"));
  enter(CODE);
  expect(await see("proven")).toMatchObject({ address: MINE });
  expect(server).toMatchObject({ address: MINE, isProven: true });
});

test("who gives up the security code has proven nothing, and can begin again", async () => {
  const { server, prompt, see, listControls } = await openPrompt();
  prompt.send({ type: "ui.cancel" });
  expect(listControls(await see("ready"))).toEqual(["ui.connect"]);
  expect(server.isProven).toBe(false);
});

test("who has forgotten the security code is told that the proof needs it", async () => {
  const { prompt, see } = await openPrompt();
  prompt.send({ type: "ui.forgot" });
  expect(await see("failed")).toMatchObject({ failureKey: "errors:securityCodeRequired", isBadLink: false });
});

test("an old link says that the app makes a new one, and offers no retry", async () => {
  const { load } = open({ refusal: refuse("paymentCodeInvalid") });
  expect(await load().see("failed")).toMatchObject({ isBadLink: true, actions: [] });
});

test("without a network one tries again, and the page does once there is one", async () => {
  const { load } = open({ refusal: OFFLINE });
  const { send, see, listControls } = load();
  expect(await see("failed")).toMatchObject({ isBadLink: false });
  expect(listControls()).toEqual(["ui.retry"]);
  expect(send({ type: "app.online" }).state).toBe("loading");
});

test("without a code nothing can be proven", async () => {
  expect(open({}).load(false).look()).toMatchObject({
    state: "failed",
    isBadLink: true,
    failureKey: "errors:paymentCodeMissing",
  });
});
