import { askGateway } from "../askGateway.ts";
import type { WalletAccount } from "../ownedWallet.ts";
import { drawRows, WalletPanel } from "../walletPanel.ts";

/** What the process behind the wallet tells of it. */
export interface State {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly accounts: readonly (WalletAccount & { readonly shownAddress: string })[];
  readonly prompts: readonly {
    readonly id: string;
    readonly via: string;
    readonly kind: string;
    readonly title: string;
    readonly rows: readonly (readonly [string, string])[];
  }[];
  readonly sessionCount: number;
}

export async function callWallet(name: string, body?: object): Promise<unknown> {
  return await askGateway(`/devnet/ton/wallet/${name}`, body);
}

/** Shows what the wallet asks one page, as long as it is not answered, here or elsewhere. */
export class TonPanel extends WalletPanel {
  readonly #via: string;
  /** Every question that was ever shown, and what takes it away. */
  readonly #shown = new Map<string, () => void>();

  constructor(via: string, place?: HTMLElement) {
    super({ prefix: "ton-wallet", name: "Devnet TON Wallet", ...(place === undefined ? {} : { place }) });
    this.#via = via;
  }

  async refresh(): Promise<State> {
    const state = (await callWallet("state")) as State;
    const own = state.prompts.filter(({ via }) => via === this.#via);
    for (const [id, remove] of this.#shown) if (!own.some((prompt) => prompt.id === id)) remove();
    for (const { id, kind, title, rows } of own) {
      if (this.#shown.has(id)) continue;
      const question = { kind, title, content: [drawRows(rows)], yes: kind === "unlock" ? "Unlock" : "Confirm" };
      const remove = this.show(question, (isAllowed) => void callWallet("answer", { promptId: id, isAllowed }));
      this.#shown.set(id, remove);
    }
    return state;
  }
}
