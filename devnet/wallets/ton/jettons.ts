import { Address, Cell } from "@ton/core";
import { JettonMaster, JettonWallet, TonClient } from "@ton/ton";
import { formatAmount } from "#domain/money/amount.ts";

const TRANSFER = 0x0f8a_7ea5;
/** The digits and the ticker of the one jetton that this wallet knows. */
const DIGITS = 6;
const TICKER = "USDT";

/** What a message to somebody's own jetton wallet would move. */
export interface JettonOrder {
  readonly to: Address;
  readonly amount: string;
}

/** The jetton that a TON wallet shows beside the network's coin. */
export class Jettons {
  readonly #client: TonClient;
  readonly #master: JettonMaster;

  constructor(apiUrl: string, master: string) {
    this.#client = new TonClient({ endpoint: `${apiUrl}/jsonRPC` });
    this.#master = JettonMaster.create(Address.parse(master));
  }

  /** With its ticker, as a wallet shows it. */
  async readBalance(owner: Address): Promise<string> {
    return show(await this.#client.open(JettonWallet.create(await this.#locate(owner))).getBalance());
  }

  /** The jetton's transfer that a message orders; null for any other message, also for one that looks like it. */
  async readOrder(owner: Address, to: string, payload: string | undefined): Promise<JettonOrder | null> {
    const order = payload === undefined ? null : parseTransfer(payload);
    return order !== null && (await this.#locate(owner)).equals(Address.parse(to)) ? order : null;
  }

  #locate(owner: Address): Promise<Address> {
    return this.#client.open(this.#master).getWalletAddress(owner);
  }
}

function parseTransfer(payload: string): JettonOrder | null {
  try {
    const slice = Cell.fromBase64(payload).beginParse();
    if (slice.loadUint(32) !== TRANSFER) return null;
    const amountBase = slice.skip(64).loadCoins();
    return { to: slice.loadAddress(), amount: show(amountBase) };
  } catch {
    return null;
  }
}

function show(amountBase: bigint): string {
  return `${formatAmount(amountBase, DIGITS)} ${TICKER}`;
}
