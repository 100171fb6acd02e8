import { randomBytes } from "node:crypto";
import { Address, comment, internal, SendMode, toNano } from "@ton/core";
import { mnemonicToPrivateKey } from "@ton/crypto";
import { JettonMaster, JettonWallet, TonClient, WalletContractV4 } from "@ton/ton";
import type { Stack } from "#devnet/startStack.ts";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { writeTransfer } from "#tests/support/chains/jettonMessages.ts";
import { createTonWallet, toWireProof } from "#tests/support/chains/tonWallet.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import type { ApiUser } from "./logIn.ts";

/** What goes with a transfer; most of it comes back. */
const GAS = toNano("0.05");

export const toDollarBase = (amount: string) => parseDecimal(amount, COINS.usdt.baseDecimals);

interface TopUp {
  readonly amount: string;
  /** The comment that names an account. */
  readonly reference: string;
  /** What the treasury's wallet is told the transfer with; 0: it hears nothing. */
  readonly forwardedBase: bigint;
}

/** The local dollar, as somebody outside the app sends and sees it. */
export class Dollars {
  readonly #stack: Stack;
  readonly #client: TonClient;

  constructor(stack: Stack) {
    if (stack.info.ton === null) throw new Error("no local TON runs");
    this.#stack = stack;
    this.#client = new TonClient({ endpoint: `${stack.info.ton.apiUrl}/jsonRPC` });
  }

  /** Sends as an exchange does, from a wallet that nobody has proven. */
  async topUp({ amount, reference, forwardedBase }: TopUp): Promise<void> {
    const { ton, usdt } = this.#stack.info;
    const { publicKey, secretKey } = await mnemonicToPrivateKey((ton?.fundedKeys[0] ?? "").split(" "));
    const wallet = this.#client.open(WalletContractV4.create({ workchain: 0, publicKey }));
    const body = writeTransfer({
      amountBase: toDollarBase(amount),
      to: Address.parse(usdt?.treasuryAddress ?? ""),
      answerTo: wallet.address,
      forwardedBase,
      payload: comment(reference),
    });
    const seqno = await wallet.getSeqno();
    const messages = [internal({ to: await this.#locate(wallet.address), value: GAS, bounce: true, body })];
    await wallet.sendTransfer({ seqno, secretKey, sendMode: SendMode.PAY_GAS_SEPARATELY, messages });
    await waitUntilHolds(async () => {
      if ((await wallet.getSeqno()) === seqno) throw new Error("no block has taken the transfer");
    });
  }

  /** What a wallet holds; it must have held some. */
  async read(owner: Address): Promise<bigint> {
    return await this.#client.open(JettonWallet.create(await this.#locate(owner))).getBalance();
  }

  /** Binds a wallet with its proof that has never held a coin. */
  async bindNewWallet(user: ApiUser, securityCode: string): Promise<Address> {
    const wallet = createTonWallet(randomBytes(8).toString("hex"));
    const { challengeId, message } = await user.post<{ challengeId: string; message: string }>("wallet/challenge", {
      type: "Ton",
    });
    const proof = wallet.prove({
      payload: message,
      domain: new URL(this.#stack.url).host,
      timestamp: Math.floor(Date.now() / 1_000),
    });
    const { address } = wallet.contract;
    await user.post("wallet/bind", {
      type: "Ton",
      address: address.toString({ bounceable: false }),
      proof: { challengeId, tonProof: toWireProof(proof) },
      securityCode,
    });
    return address;
  }

  async #locate(owner: Address): Promise<Address> {
    const master = Address.parse(this.#stack.info.usdt?.master ?? "");
    return await this.#client.open(JettonMaster.create(master)).getWalletAddress(owner);
  }
}
