import { expect } from "vitest";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { AttackWorld } from "#tests/attacks/support/attackWorld.ts";

type Envelope = components["schemas"]["Envelope"];

const SOON_MS = 40_000;
/** The security code of everybody who is paid out. */
export const CODE = "Sample19";

/** An envelope whose whole amount is for the first who opens it. */
interface Gift {
  coinType: CoinType;
  totalAmount: string;
  passphrase: string;
}

/** Makes an envelope, and asks how it is to be paid. */
export async function askForPayment(world: AttackWorld, bearer: string, gift: Gift) {
  const sent = await world.ask("sendRedEnvelope", { bearer, body: { type: "luckyDraw", count: 1, ...gift } });
  const [envelope] = sent.data?.envelopes ?? [];
  if (sent.data === null || envelope === undefined) throw new Error(`the send was refused: ${sent.error}`);
  const { orderId } = sent.data.order;
  const asked = await world.ask("paymentRequest", { bearer, query: { orderId } });
  if (asked.data === null) throw new Error(`the payment was refused: ${asked.error}`);
  return { orderId, envelope, request: asked.data };
}

/** Waits until the order is paid, and answers it. */
export async function waitUntilPaid(world: AttackWorld, bearer: string, orderId: string) {
  const readOrder = async () => (await world.ask("orderDetail", { bearer, query: { orderId } })).data?.order;
  await expect.poll(async () => (await readOrder())?.status, { timeout: SOON_MS }).toBe("paid");
  return await readOrder();
}

/** Opens a gift, and waits until its amount is in the balance. */
export async function takeGift(
  world: AttackWorld,
  bearer: string,
  { envelopeId, passphrase }: Envelope,
  { coinType, totalAmount }: Gift,
): Promise<void> {
  const body = { envelopeId, passphrase: passphrase ?? "" };
  expect((await world.ask("acceptRedEnvelope", { bearer, body })).error).toBeNull();
  await expect.poll(() => readBalance(world, bearer, coinType), { timeout: SOON_MS }).toBe(totalAmount);
}

export async function readBalance(world: AttackWorld, bearer: string, coinType: CoinType) {
  return (await world.ask("accountAmountInfo", { bearer, query: { coinType } })).data?.balance;
}

/** What a payout costs, and how its person agrees to it. */
export async function quotePayout(world: AttackWorld, bearer: string, coinType: CoinType, amount: string) {
  const { data: quote, error } = await world.ask("payoutQuote", { bearer, query: { coinType, amount } });
  if (quote === null) throw new Error(`the quote was refused: ${error}`);
  const { quoteId } = quote;
  async function agree(): Promise<void> {
    expect((await world.ask("payout", { bearer, body: { quoteId, securityCode: CODE } })).error).toBeNull();
  }
  return { ...quote, agree };
}

/** Waits until every payout of a person has arrived. */
export async function waitUntilPaidOut(world: AttackWorld, bearer: string): Promise<void> {
  const list = async () => (await world.ask("payouts", { bearer, query: { limit: 5 } })).data?.items ?? [];
  const readOpen = async () => (await list()).filter(({ status }) => status !== "paid").map(({ status }) => status);
  await expect.poll(readOpen, { timeout: SOON_MS }).toEqual([]);
}
