import { JsonRpcProvider, parseEther, Wallet } from "ethers";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { getAccount, mineBlock, pauseMining, setBalanceWei } from "../../support/ethereum.ts";
import type { ApiUser } from "../../support/logIn.ts";
import type { WalkWorld } from "./walkWorld.ts";

const CONFIRMATIONS = 3;
const AMOUNT = "0.0123";
const OTHER_AMOUNT = "0.0145";
const PART = "0.0023";
const PLENTY_WEI = 10n ** 21n;
const LITTLE_WEI = 10n ** 16n;
const LITTLE = "0.01";

let orders = 0;

/** The order of one walk, whose payment, time and end the walk decides. */
export class WalkedOrder {
  readonly #world: WalkWorld;
  readonly #api: ApiUser;
  #orderId = "";
  #isSent = false;

  private constructor(world: WalkWorld, api: ApiUser) {
    this.#world = world;
    this.#api = api;
  }

  /** Ends what walks before have left: nothing is on its way or to be paid, and the payer has plenty. */
  static async begin(world: WalkWorld, api: ApiUser): Promise<WalkedOrder> {
    const order = new WalkedOrder(world, api);
    await pauseMining(world.stack);
    await order.#clear();
    await order.#setBalance(PLENTY_WEI);
    await order.#waitForBalance((balance) => balance !== LITTLE);
    return order;
  }

  async add(): Promise<void> {
    this.#orderId = await this.#send(AMOUNT);
  }

  /** Of another amount: that tells which of two is paid. */
  async addOther(): Promise<void> {
    await this.#send(OTHER_AMOUNT);
  }

  async readStatus(): Promise<string | undefined> {
    const row = await this.#world.database
      .selectFrom("payment_order")
      .select("status")
      .where("order_id", "=", this.#orderId)
      .executeTakeFirst();
    return row?.status;
  }

  /** The page's wallet has sent the payment. */
  markSent(): void {
    this.#isSent = true;
  }

  /** A payment is on its way, and the first block holds it. */
  async beginPayment(share: "whole" | "part" = "whole"): Promise<void> {
    if ((await this.readStatus()) === "confirming") return;
    if (!this.#isSent) await this.#pay(share === "part" ? PART : AMOUNT);
    await this.#mine(1);
    await this.#waitFor("confirming");
  }

  async endPayment(share: "whole" | "part" = "whole"): Promise<void> {
    await this.beginPayment(share);
    await this.#mine(CONFIRMATIONS);
    await this.#waitFor(share === "whole" ? "paid" : "partiallyPaid");
  }

  /** Another page says that it has been paid; nothing comes. */
  async report(): Promise<void> {
    const txHash = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`;
    await this.#api.post("order/submitPayment", { orderId: this.#orderId, txHash });
  }

  async cancel(): Promise<void> {
    await this.#api.post("order/cancel", { orderId: this.#orderId });
  }

  /** Its time is over, but not the time in which its payment may still arrive. */
  async passTime(): Promise<void> {
    await this.#world.database
      .updateTable("payment_order")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("order_id", "=", this.#orderId)
      .execute();
  }

  /** Leaves the payer with too little, and the server knows. */
  async drain(): Promise<void> {
    await this.#setBalance(LITTLE_WEI);
    await this.#waitForBalance((balance) => balance === LITTLE);
  }

  async #send(totalAmount: string): Promise<string> {
    orders += 1;
    const wish = {
      type: "luckyDraw",
      count: 3,
      coinType: "eth",
      totalAmount,
      passphrase: `Golden lantern ${String(orders)}`,
    };
    const sent = await this.#api.post<{ order: { orderId: string } }>("redpackage/sendRedEnvelope", wish);
    return sent.order.orderId;
  }

  /** The payer pays from the wallet elsewhere. */
  async #pay(amount: string): Promise<void> {
    const { rpcUrl, fundedKeys } = this.#world.stack.info.ethereum;
    const provider = new JsonRpcProvider(rpcUrl);
    const { treasury_address: to } = await this.#world.database
      .selectFrom("payment_order")
      .select("treasury_address")
      .where("order_id", "=", this.#orderId)
      .executeTakeFirstOrThrow();
    await new Wallet(fundedKeys[0] ?? "", provider).sendTransaction({ to, value: parseEther(amount) });
    provider.destroy();
  }

  async #waitFor(status: string): Promise<void> {
    await waitUntilHolds(async () => {
      const now = await this.readStatus();
      if (now !== status) throw new Error(`the order is ${String(now)} and not ${status}`);
    });
  }

  async #mine(blocks: number): Promise<void> {
    for (let mined = 0; mined < blocks; mined += 1) await mineBlock(this.#world.stack);
  }

  async #clear(): Promise<void> {
    await this.#mine(CONFIRMATIONS + 1);
    await waitUntilHolds(async () => {
      const { items } = await this.#api.get<{ items: { orderId: string; status: string }[] }>("order/unpaidList");
      for (const item of items)
        if (item.status !== "confirming") await this.#api.post("order/cancel", { orderId: item.orderId });
      if (items.length > 0) throw new Error(`${String(items.length)} orders are open`);
    });
  }

  async #setBalance(wei: bigint): Promise<void> {
    await setBalanceWei(this.#world.stack, getAccount(this.#world.stack, 0), wei);
  }

  /** As the server knows it, which keeps for a while what it has read. */
  async #waitForBalance(fits: (balance: string) => boolean): Promise<void> {
    await waitUntilHolds(async () => {
      const { balance } = await this.#api.get<{ balance: string }>("wallet/balance", { coinType: "eth" });
      if (!fits(balance)) throw new Error(`the balance is ${balance}`);
    });
  }
}
