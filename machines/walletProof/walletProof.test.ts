import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { sampleKind } from "#tests/models/samples.ts";
import type { components } from "#contract/schema.d.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import {
  type AnnouncedWallet,
  type ConnectedAccount,
  type ConnectionAnswer,
  type ConnectionRequest,
  walletConnectionMachine,
  type WalletWatch,
} from "../walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "../walletConnection/walletConnection.view.ts";
import { walletProofMachine, type ProofPage } from "./walletProof.machine.ts";
import { viewWalletProof, type WalletProofView } from "./walletProof.view.ts";

type WalletType = components["schemas"]["WalletType"];
type Wallet = components["schemas"]["Wallet"];
type WalletProof = components["schemas"]["WalletProof"];

const MINE = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const CODE = "R1ghtone";
const refuse = (error: Extract<Failure, { kind: "api" }>["error"]): Failure => ({ kind: "api", error, message: "" });
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

interface World {
  /** The address that is bound already; null: none. */
  boundAddress?: string | null;
  isProven?: boolean;
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
  isProven = false,
  shown = MINE,
  refusal = null,
  hasSecurityCode = false,
  isBlocking = false,
}: World) {
  const server = { address: boundAddress, isProven, refusal: null as Failure | null };
  const loadPage = fromPromise<ProofPage, undefined>(async () => {
    if (refusal !== null) throw refusal;
    return {
      request: {
        type: "ETH",
        network: { id: "eip155:1", name: "Ethereum" },
        owner: { name: "Lan", username: null, tgUserId: 7 },
        address: server.address,
        proven: server.isProven,
        proofBlocksSpending: isBlocking,
        expiresAt: "2026-11-20T12:30:00Z",
      },
      isDomHttp: false,
      officialDomains: ["example.org"],
      appUrl: "https://t.me/hongbao_bot/app",
    };
  });
  const walletConnection = walletConnectionMachine.provide({
    actors: {
      detect: fromPromise<readonly AnnouncedWallet[], { walletType: WalletType }>(async () => [
        { connectorId: "io.metal", name: "Metal", icon: null },
      ]),
      connect: fromPromise<ConnectionAnswer, ConnectionRequest>(async () => ({
        // A network that no order is paid on: a text proves an address everywhere.
        account: { address: shown, networkId: "eip155:137" },
        proof: null,
      })),
      watch: fromPromise<ConnectedAccount, WalletWatch>(() => new Promise(() => {})),
      requestChallenge: fromPromise<components["schemas"]["Challenge"], { type: WalletType; address: string | null }>(
        async () => ({ challengeId: "c1", message: "Sign me", expiresAt: "2026-11-20T12:10:00Z" }),
      ),
      sign: fromPromise<string, { walletType: WalletType; connectorId: string; address: string; message: string }>(
        async () => "0xsigned",
      ),
      submitProof: fromPromise<Wallet, { type: WalletType; address: string; proof: WalletProof }>(async ({ input }) => {
        if (hasSecurityCode) throw refuse("securityCodeRequired");
        server.address = input.address;
        server.isProven = true;
        return { walletId: "w1", type: "ETH", address: input.address, proven: true };
      }),
    },
  });
  const securityCodePrompt = scriptPrompt(async (attempt, securityCode) => {
    if (attempt.kind !== "bindWallet" || attempt.proof === undefined) throw new Error("another try");
    if (securityCode !== CODE) throw refuse("wrongSecurityCode");
    if (server.refusal !== null) throw server.refusal;
    server.address = attempt.address;
    server.isProven = true;
    const wallet = { walletId: "w1", type: attempt.type, address: attempt.address, proven: true };
    return { kind: "bindWallet", wallet };
  });
  const load = (hasPaymentCode = true) => {
    const machine = walletProofMachine.provide({ actors: { loadPage, walletConnection, securityCodePrompt } });
    const actor = createActor(machine, {
      input: {
        hasPaymentCode,
        walletKinds: { ETH: sampleKind },
      },
    }).start();
    const view = () => viewWalletProof(actor.getSnapshot());
    const reach = async (state: WalletProofView["state"]) => {
      await waitFor(actor, ({ value }) => value === state);
      return view();
    };
    const reachWallet = async (state: string) => {
      const child = actor.getSnapshot().children.walletConnection;
      if (child === undefined) throw new Error("no wallet is being connected");
      await waitFor(child, (snapshot) => viewWalletConnection(snapshot).state === state);
      return child;
    };
    actor.send({ type: "ui.open" });
    return { actor, view, reach, reachWallet };
  };
  return { server, load };
}

test("somebody who never bound a wallet proves the one at hand, and a reload still says so", async () => {
  const { server, load } = open({});
  const { actor, reach, reachWallet } = load();
  expect(await reach("ready")).toMatchObject({ walletType: "ETH", address: null, owner: { name: "Lan" } });
  actor.send({ type: "ui.connect" });
  (await reachWallet("explainingProof")).send({ type: "ui.sign" });
  expect(await reach("proven")).toMatchObject({ address: MINE, actions: [] });
  expect(server).toMatchObject({ address: MINE, isProven: true });
  expect(await load().reach("proven")).toMatchObject({
    address: MINE,
    owner: { name: "Lan" },
    appUrl: "https://t.me/hongbao_bot/app",
  });
});

test.each([true, false])("the pause that a signature brings is told before it: %s", async (isBlocking) => {
  const { actor, reach, reachWallet } = open({ isBlocking }).load();
  await reach("ready");
  actor.send({ type: "ui.connect" });
  const child = await reachWallet("explainingProof");
  expect(viewWalletConnection(child.getSnapshot()).isBlocking).toBe(isBlocking);
});

test("a bound wallet is the only one that counts", async () => {
  const { server, load } = open({ boundAddress: MINE, shown: OTHER });
  const { actor, reach, reachWallet } = load();
  expect(await reach("ready")).toMatchObject({ address: MINE });
  actor.send({ type: "ui.connect" });
  (await reachWallet("wrongAddress")).send({ type: "ui.cancel" });
  expect((await reach("ready")).actions.map(({ event }) => event.type)).toEqual(["ui.connect"]);
  expect(server.isProven).toBe(false);
});

/** Up to where the server wants the security code with the signature. */
async function openPrompt() {
  const { server, load } = open({ hasSecurityCode: true });
  const { actor, view, reach, reachWallet } = load();
  await reach("ready");
  actor.send({ type: "ui.connect" });
  (await reachWallet("explainingProof")).send({ type: "ui.sign" });
  await reach("askingCode");
  const prompt = actor.getSnapshot().children.securityCodePrompt;
  if (prompt === undefined) throw new Error("no code is asked for");
  const enter = (value: string) => {
    prompt.send({ type: "ui.type", field: "securityCode", value });
    prompt.send({ type: "ui.submit" });
  };
  return { server, prompt, view, reach, enter };
}

test("a new wallet needs the security code, and one signature is enough for several tries of it", async () => {
  const { server, prompt, reach, enter } = await openPrompt();
  enter("Wr0ngone");
  await waitFor(prompt, (snapshot) => snapshot.matches("wrong"));
  enter(CODE);
  expect(await reach("proven")).toMatchObject({ address: MINE });
  expect(server).toMatchObject({ address: MINE, isProven: true });
});

test("who gives up the security code has proven nothing, and can begin again", async () => {
  const { server, prompt, reach } = await openPrompt();
  prompt.send({ type: "ui.cancel" });
  expect((await reach("ready")).actions.map(({ event }) => event.type)).toEqual(["ui.connect"]);
  expect(server.isProven).toBe(false);
});

test("who has forgotten the security code is told that the proof needs it", async () => {
  const { prompt, reach } = await openPrompt();
  prompt.send({ type: "ui.forgot" });
  expect(await reach("failed")).toMatchObject({ failureKey: "errors:securityCodeRequired", isBadLink: false });
});

test("what the server has against a proof with the right code is told", async () => {
  const { server, reach, enter } = await openPrompt();
  server.refusal = refuse("walletAlreadyBound");
  enter(CODE);
  expect(await reach("failed")).toMatchObject({ failureKey: "errors:walletAlreadyBound" });
});

test("an old link says that the app makes a new one, and offers no retry", async () => {
  const { load } = open({ refusal: { kind: "api", error: "paymentCodeInvalid", message: "" } });
  expect(await load().reach("failed")).toMatchObject({ isBadLink: true, actions: [] });
});

test("without a network one tries again, and the page does once there is one", async () => {
  const { load } = open({ refusal: { kind: "network" } });
  const { actor, view, reach } = load();
  await reach("failed");
  expect(view()).toMatchObject({ isBadLink: false });
  expect(view().actions.map(({ event }) => event.type)).toEqual(["ui.retry"]);
  actor.send({ type: "app.online" });
  expect(view().state).toBe("loading");
});

test("without a code nothing can be proven", async () => {
  const { view } = open({}).load(false);
  expect(view()).toMatchObject({ state: "failed", isBadLink: true, failureKey: "errors:paymentCodeMissing" });
});
