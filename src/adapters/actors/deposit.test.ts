import { beforeEach, expect, it, vi } from "vitest";
import { createDrafts } from "#src/adapters/drafts.ts";
import { createMemoryStorage } from "#src/adapters/storage.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import type { App } from "#src/createApp.ts";

const asked = {
  info: {
    coinType: "ton",
    network: { id: "tvm:-3", name: "TON Testnet" },
    address: "treasury",
    reference: "8KQ2VN4XT68KQ2VN",
    jettonMaster: null,
    minAmount: "0.01",
  },
  walletKind: MESSENGER_WALLET_KINDS.Ton,
} as const;

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  return () => vi.unstubAllGlobals();
});

/** A tab with a logged-in person. `readLast`: whoever logged in last in any tab, which is what the storage names. */
async function openTab(userId: string, readLast = () => userId) {
  vi.resetModules();
  const { depositFlow } = await import("./deposit.ts");
  const session = { getSnapshot: () => ({ context: { userId } }) };
  const app = {
    root: { getSnapshot: () => ({ children: { session } }) },
    drafts: createDrafts({ storage: createMemoryStorage(), getUserId: readLast }),
  } as unknown as App;
  return () => {
    const flow = depositFlow.prepare?.(app, asked);
    if (flow === undefined || !app.attempts) throw new Error("nothing is kept");
    const { ask, end } = app.attempts;
    const keep = (askedAmount: string | null) => (askedAmount === null ? end("ton") : ask("ton", askedAmount));
    return { kept: flow.input.askedAmount, keep };
  };
}

it("warns in a new tab, too: a wallet may have taken the app's place", async () => {
  (await openTab("7"))().keep("0.5");
  const open = await openTab("7");
  expect(open().kept).toBe("0.5");
  open().keep(null);
  expect((await openTab("7"))().kept).toBeNull();
});

it("keeps for whoever asked, also while another person logs in in another tab", async () => {
  let last = "7";
  const first = (await openTab("7", () => last))();
  last = "8";
  first.keep("0.5");
  const other = (await openTab("8"))();
  expect(other.kept).toBeNull();
  other.keep("1");
  first.keep(null);
  expect((await openTab("8"))().kept).toBe("1");
  expect((await openTab("7"))().kept).toBeNull();
});

it("still warns of another tab's amount where this one's is refused", async () => {
  const first = (await openTab("7"))();
  const second = (await openTab("7"))();
  first.keep("0.5");
  second.keep("1");
  second.keep(null);
  expect((await openTab("7"))().kept).toBe("0.5");
});

it("warns as long as the page is there where the browser keeps nothing", async () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  Object.assign(localStorage, { getItem: refuse, setItem: refuse, removeItem: refuse });
  const open = await openTab("7");
  open().keep("0.5");
  expect(open().kept).toBe("0.5");
});

it("takes nothing for an amount that is none", async () => {
  (await openTab("7"))().keep("1e30");
  expect((await openTab("7"))().kept).toBeNull();
});
