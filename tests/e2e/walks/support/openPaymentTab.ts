import { PHONE } from "../../support/browser.ts";
import type { ApiUser } from "../../support/logIn.ts";
import type { Person } from "../../support/person.ts";
import { createTranslate } from "../../support/texts.ts";
import { HeldAsks } from "./HeldAsks.ts";
import type { WalkWorld } from "./walkWorld.ts";

const WALLET_MEMORY = "devnet.wallet";

export interface PaymentTab {
  readonly tab: Person;
  readonly asks: HeldAsks;
}

interface TabOptions {
  readonly n: number;
  /** Where the tab will go. */
  readonly address: URL;
  /** What the page asks of the wallet and the walk holds. */
  readonly heldAsks: readonly string[];
  /** How the wallet begins. */
  readonly wallet?: {
    readonly mood?: "absent";
    readonly announcedAs?: readonly string[];
    /** Whether it knows the page. */
    readonly isConnected?: boolean;
  };
}

/** The inspected payment page of a person in a tab of its own, as the link of their newest unpaid order leads there. */
export async function openPaymentTab(
  world: WalkWorld,
  { api, ...options }: Omit<TabOptions, "address"> & { readonly api: ApiUser },
): Promise<PaymentTab> {
  const { items } = await api.get<{ items: { paymentUrl: string }[] }>("order/unpaidList");
  const address = new URL(items[0]?.paymentUrl ?? "");
  address.searchParams.set("inspect", "");
  const prepared = await preparePaymentTab(world, { ...options, address });
  await prepared.tab.page.goto(address.href);
  return prepared;
}

/** The tab before it goes to its address. */
export async function preparePaymentTab(world: WalkWorld, options: TabOptions): Promise<PaymentTab> {
  const { n, address, heldAsks, wallet = {} } = options;
  const { mood, announcedAs = ["Devnet Wallet"], isConnected } = wallet;
  const context = await world.browser.newContext({ viewport: PHONE, reducedMotion: "reduce" });
  await context.clock.install();
  const asks = new HeldAsks();
  await asks.hold(context, { methods: heldAsks, announcedAs });
  const memory = JSON.stringify({ mood, isConnected });
  await context.addInitScript(([key, text]) => localStorage.setItem(key, text), [WALLET_MEMORY, memory] as const);
  const page = await context.newPage();
  world.watch.followPaymentPage(page);
  const { languageCode = "en" } = world.stack.info.people.find((person) => person.n === n) ?? {};
  const t = await createTranslate(address.searchParams.get("lang") ?? languageCode);
  const tab: Person = { n, page, app: page, t, close: () => context.close() };
  return { tab, asks };
}
