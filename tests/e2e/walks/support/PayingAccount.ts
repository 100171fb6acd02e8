import type { Wallet } from "ethers";
import type { ApiUser } from "../../support/logIn.ts";
import { hashSecurityCode } from "#server/accounts/securityCode.ts";
import { findWholeAmount } from "#machines/withdrawal/withdrawForm.ts";
import { systemRandom } from "#server/random.ts";
import { SECURITY_CODE } from "../../support/fundedUser.ts";
import { findPersonId, prepareAccount } from "./prepareAccount.ts";
import type { WalkScene } from "./WalkScene.ts";
import type { WalkWorld } from "./walkWorld.ts";

const EMAIL = "uncle@example.com";
const OTHER_CODE = "Winter26";
const BLOCK_MS = 240_000;

/** What stands in the way of a withdrawal: nothing, or one thing. */
export type Account = "ready" | "without code" | "unproven" | "unbound" | "blocked";

interface Quote {
  readonly quoteId: string;
}

/** The account of a person who withdraws, as other devices of theirs change it. */
export class PayingAccount {
  readonly #world: WalkWorld;
  readonly #n: number;
  readonly #tgUserId: bigint;
  #walletId = "";
  #codeHash = "";
  #blockedUntilMs = 0;

  constructor(world: WalkWorld, n: number) {
    this.#world = world;
    this.#n = n;
    this.#tgUserId = findPersonId(world, n);
  }

  /** Binds a wallet with its signature, in place of others, and allows everything. */
  async bind(api: ApiUser, wallet: Pick<Wallet, "address" | "signMessage">): Promise<void> {
    await prepareAccount(this.#world, this.#n, { email: EMAIL });
    const account = { type: "ETH", address: wallet.address };
    const { challengeId, message } = await api.post<{ challengeId: string; message: string }>(
      "wallet/challenge",
      account,
    );
    const proof = { challengeId, signature: await wallet.signMessage(message) };
    const bound = await api.post<{ wallet: { walletId: string } }>("wallet/bind", { ...account, proof });
    this.#walletId = bound.wallet.walletId;
    this.#codeHash = await hashSecurityCode(SECURITY_CODE, systemRandom);
    await this.become("ready");
  }

  async become(state: Account): Promise<void> {
    const { database } = this.#world;
    await database
      .updateTable("wallet")
      .set({
        unbound_at: state === "unbound" ? new Date() : null,
        proven_at: state === "unproven" ? null : new Date(),
      })
      .where("wallet_id", "=", this.#walletId)
      .execute();
    await this.#setCodeHash(state === "without code" ? null : this.#codeHash);
    await database.deleteFrom("spending_block").where("tg_user_id", "=", this.#tgUserId).execute();
    if (state !== "blocked") return;
    this.#blockedUntilMs = this.#world.now().getTime() + BLOCK_MS;
    const until = new Date(this.#blockedUntilMs);
    await database
      .insertInto("spending_block")
      .values({ tg_user_id: this.#tgUserId, coin_type: "", cause: "emailChanged", until })
      .execute();
  }

  /** Lets the newest block end, for the server and on the device. */
  async outlastBlock(scene: WalkScene): Promise<void> {
    await this.#world.advance(BLOCK_MS);
    const nowMs = await scene.person.page.evaluate(() => Date.now());
    await scene.sleep(Math.max(BLOCK_MS, this.#blockedUntilMs - nowMs));
  }

  async whileCodeIsAnother(act: () => Promise<void>): Promise<void> {
    await this.#setCodeHash(await hashSecurityCode(OTHER_CODE, systemRandom));
    await act();
    await this.#setCodeHash(this.#codeHash);
  }

  /** What `ask` has the server answer, once the money is spent elsewhere; it comes when the money is back. */
  async whileSpent(api: ApiUser, ask: () => Promise<() => Promise<void>>): Promise<void> {
    const { balance } = await api.get<{ balance: string }>("user/accountAmountInfo", { coinType: "eth" });
    const payoutId = await this.#payOut(api, findWholeAmount("eth", balance));
    const answer = await ask();
    await api.post("wallet/cancelPayout", { payoutId });
    await answer();
  }

  async #payOut(api: ApiUser, amount: string): Promise<string> {
    const { quoteId } = await api.get<Quote>("wallet/payoutQuote", { coinType: "eth", amount });
    const { payout } = await api.post<{ payout: { payoutId: string } }>("wallet/payout", {
      quoteId,
      securityCode: SECURITY_CODE,
    });
    return payout.payoutId;
  }

  async #setCodeHash(hash: string | null): Promise<void> {
    await this.#world.database
      .updateTable("tg_user")
      .set({ security_code_hash: hash })
      .where("tg_user_id", "=", this.#tgUserId)
      .execute();
  }
}
