import { setTimeout as sleep } from "node:timers/promises";
import { JsonRpcProvider, parseEther, Wallet } from "ethers";
import type { Stack } from "#devnet/startStack.ts";
import { secureUser } from "./account.ts";
import { logIn, type ApiUser } from "./logIn.ts";

/** Of the funded one. */
export const SECURITY_CODE = "Summer26";
const PASSPHRASE = "Rich Uncle";
const WAIT_MS = 60_000;
const POLL_MS = 200;

interface Challenge {
  readonly challengeId: string;
  readonly message: string;
}

interface Sent {
  readonly envelopes: readonly { readonly envelopeId: string }[];
  readonly order: { readonly orderId: string; readonly treasuryAddress: string };
}

export interface EnvelopeWish {
  readonly type: "luckyDraw" | "ordinary";
  readonly count: number;
  readonly passphrase?: string;
  readonly claimRule?: "members";
  readonly chatIds?: readonly string[];
  readonly drawRule?: "together";
  readonly drawWindowS?: 15;
}

/** Somebody with ether in the app, who sends envelopes at once. */
export interface FundedUser {
  readonly api: ApiUser;
  /** Sends an open envelope of 0.009 ETH; resolves with its id. */
  send(wish: EnvelopeWish): Promise<string>;
}

/** Has one person pay an envelope from a wallet and another win all of it. */
export async function fundUser(stack: Stack, payerN: number, api: ApiUser): Promise<FundedUser> {
  const payer = await logIn(stack, payerN);
  const { rpcUrl, fundedKeys } = stack.info.ethereum;
  const provider = new JsonRpcProvider(rpcUrl);
  const wallet = new Wallet(fundedKeys[0] ?? "", provider);
  const account = { type: "ETH", address: wallet.address };
  const { challengeId, message } = await payer.post<Challenge>("wallet/challenge", account);
  const signature = await wallet.signMessage(message);
  await payer.post("wallet/bind", { ...account, proof: { challengeId, signature } });
  const { order, envelopes } = await write(payer, { type: "ordinary", count: 1, passphrase: PASSPHRASE }, "5");
  await (await wallet.sendTransaction({ to: order.treasuryAddress, value: parseEther("5") })).wait();
  provider.destroy();
  const envelopeId = envelopes[0]?.envelopeId ?? "";
  await waitUntilOpen(payer, envelopeId);
  await api.post("redpackage/acceptRedEnvelope", { passphrase: PASSPHRASE, envelopeId });

  await secureUser(stack, api, { email: "uncle@example.com", code: SECURITY_CODE });
  return {
    api,
    send: async (wish) => {
      const { envelopes, order: due } = await write(api, wish, "0.009");
      await api.post("order/payFromBalance", { orderId: due.orderId, securityCode: SECURITY_CODE });
      return envelopes[0]?.envelopeId ?? "";
    },
  };
}

async function write(api: ApiUser, wish: EnvelopeWish, totalAmount: string): Promise<Sent> {
  return await api.post<Sent>("redpackage/sendRedEnvelope", { ...wish, coinType: "eth", totalAmount });
}

/** The envelope opens once its payment is confirmed. */
async function waitUntilOpen(payer: ApiUser, envelopeId: string): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MS;
  while (performance.now() < deadlineMs) {
    const { envelope } = await payer.get<{ envelope: { status: string } }>("redpackage/claimDetail", { envelopeId });
    if (envelope.status === "open") return;
    await sleep(POLL_MS);
  }
  throw new Error("the envelope is not paid");
}
