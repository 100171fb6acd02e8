import type { BrowserContext } from "playwright";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

interface HeldAsk {
  readonly method: string;
  readonly release: () => void;
}

interface HoldOptions {
  /** What is asked of the wallet, as its provider names it. */
  readonly methods: readonly string[];
  /** Under how many names the wallet announces itself. */
  readonly announcedAs: readonly string[];
}

/** Holds what pages ask of the wallet of Ethereum, until a walk lets it reach the wallet. */
export class HeldAsks {
  readonly #held: HeldAsk[] = [];
  readonly #free = new Set<string>();

  /** For pages that are opened later. */
  async hold(context: BrowserContext, options: HoldOptions): Promise<void> {
    await context.exposeFunction(
      "holdAsk",
      (method: string) =>
        new Promise<void>((resolve) => {
          if (this.#free.has(method)) resolve();
          else this.#held.push({ method, release: resolve });
        }),
    );
    await context.addInitScript(holdAnnounced, options);
  }

  /** From now on this reaches the wallet at once, or is held again. */
  setFree(method: string, isFree: boolean): void {
    if (isFree) this.#free.add(method);
    else this.#free.delete(method);
  }

  /** Lets what was asked reach the wallet; waits until it is asked. */
  async release(method: string): Promise<void> {
    (await this.#take(method)).release();
  }

  /** What was asked never reaches the wallet. */
  async lose(method: string): Promise<void> {
    await this.#take(method);
  }

  async #take(method: string): Promise<HeldAsk> {
    return await waitUntilHolds(() => {
      const index = this.#held.findIndex((ask) => ask.method === method);
      const [ask] = index < 0 ? [] : this.#held.splice(index, 1);
      if (ask === undefined) throw new Error(`the wallet is not asked for ${method}`);
      return ask;
    });
  }
}

/** In the page: announces a provider that asks the walk first, in place of the wallet's own. */
function holdAnnounced({ methods, announcedAs }: HoldOptions): void {
  interface Provider {
    request: (call: { method: string }) => Promise<unknown>;
    on: (event: string, listener: () => void) => unknown;
    removeListener: (event: string, listener: () => void) => unknown;
  }
  const { holdAsk } = window as unknown as { holdAsk: (method: string) => Promise<void> };
  const ownEvents = new WeakSet<Event>();
  window.addEventListener(
    "eip6963:announceProvider",
    (event) => {
      if (ownEvents.has(event)) return;
      event.stopImmediatePropagation();
      const { provider } = (event as CustomEvent<{ provider: Provider }>).detail;
      const held: Provider = {
        request: async (call) => {
          if (methods.includes(call.method)) await holdAsk(call.method);
          return await provider.request(call);
        },
        on: (name, listener) => provider.on(name, listener),
        removeListener: (name, listener) => provider.removeListener(name, listener),
      };
      for (const name of announcedAs) {
        const detail = { info: { uuid: name, name, icon: "", rdns: "localhost.devnet.wallet" }, provider: held };
        const own = new CustomEvent("eip6963:announceProvider", { detail });
        ownEvents.add(own);
        window.dispatchEvent(own);
      }
    },
    true,
  );
}
