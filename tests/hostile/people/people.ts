import { setTimeout as wait } from "node:timers/promises";
import { PEOPLE } from "#devnet/telegram/people.ts";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { act } from "#tests/e2e/support/act.ts";
import { readMailedCode } from "#tests/e2e/support/mail.ts";
import { makeInitData } from "#tests/support/initData.ts";
import type { History } from "../history.ts";
import type { HostileWorld } from "../world/hostileWorld.ts";
import { type Client, createClient } from "./client.ts";
import { openWallet, type PersonWallet } from "./wallets.ts";

/** Two of each coin have a wallet; the others only claim. */
const TRADERS_OF_A_COIN = 2;
const GUESTS = 6;
/** Those of the messenger let the bot write to them, the others do not. */
const FIRST_STRANGER = 940_001;
/** The security code of everybody who has one. */
const CODE = "Sample19";
const PAUSE_MS = { least: 100, more: 700 };
/** Who has paid looks for so long whether the envelope is live. */
const FOLLOWED_MS = 20_000;
const LOOK_EVERY_MS = 1_000;
/** Of the newest envelopes, which people hear of. */
const HEARD_OF = 12;
const AMOUNTS: Readonly<Record<CoinType, string>> = { eth: "0.02", sol: "0.8", tron: "80", ton: "4", usdt: "9" };
/** More than half of what somebody has at first. */
const WITHDRAWN: Readonly<Record<CoinType, string>> = { eth: "0.012", sol: "0.5", tron: "45", ton: "2.2", usdt: "5" };

/** Its windows are shorter than an envelope lives. */
const DRAWN_FOR_ALL = { drawRule: "together", drawWindowS: 15 } as const;

interface Gift {
  envelopeId: string;
  passphrase: string;
  isTogether: boolean;
}

interface Crowd {
  /** Newest last. */
  gifts: Gift[];
  chance: () => number;
}

interface Person {
  client: Client;
  /** null for who only claims. */
  wallet: { coinType: CoinType; own: PersonWallet } | null;
  crowd: Crowd;
}

type Deed = (person: Person) => Promise<void>;

/** Lets everybody log in and prove their wallets, while nothing fails yet. */
export async function gatherPeople(world: HostileWorld, history: History, chance: () => number): Promise<Person[]> {
  const crowd: Crowd = { gifts: [], chance };
  const traders = COIN_TYPES.flatMap((coinType) =>
    // Two coins of one wallet are two people's, each with a wallet of their own.
    Array.from({ length: TRADERS_OF_A_COIN }, (_, place) => {
      const others = coinsOfWallet(COINS[coinType].walletType).indexOf(coinType) * TRADERS_OF_A_COIN;
      return { coinType, key: others + place };
    }),
  );
  const places = [...traders, ...Array.from({ length: GUESTS }, () => null)];
  const people = await Promise.all(
    places.map(async (place, index): Promise<Person> => {
      const id = PEOPLE[index]?.id ?? FIRST_STRANGER + index;
      const client = createClient({ name: String(id), urls: world.servers.urls, history, chance });
      await logIn(world, client, id);
      if (place === null) return { client, wallet: null, crowd };
      const own = await openWallet(world.info, place.coinType, place.key);
      const { type, address } = own;
      const body = type === "Ton" ? { type } : { type, address };
      const challenge = (await client.ask("walletChallenge", { body }))?.data;
      if (challenge == null) throw new Error(`${type} was refused a challenge`);
      const proof = await own.prove(challenge);
      const bound = await client.ask("bindWallet", { body: { type, address, proof } });
      if (bound?.data == null) throw new Error(`${type} was not bound: ${String(bound?.error)}`);
      await setSecurityCode(world, client);
      return { client, wallet: { coinType: place.coinType, own }, crowd };
    }),
  );
  await Promise.all(people.map((person) => giveFirst(person, people)));
  return people;
}

/** Fills the balance of the other one with a wallet of the coin, so that there is something to withdraw. */
async function giveFirst(person: Person, people: readonly Person[]): Promise<void> {
  const { wallet, client } = person;
  if (wallet === null) return;
  const { coinType, own } = wallet;
  const other = people.find((one) => one !== person && one.wallet?.coinType === coinType);
  const body = {
    type: "ordinary",
    coinType,
    count: 1,
    totalAmount: AMOUNTS[coinType],
    passphrase: "First of all",
  } as const;
  const sent = (await client.ask("sendRedEnvelope", { body }))?.data;
  const { orderId = "", envelopeIds: [envelopeId = ""] = [] } = sent?.order ?? {};
  const request = (await client.ask("paymentRequest", { query: { orderId } }))?.data;
  if (request == null) throw new Error(`no request for ${coinType}`);
  await own.pay(request.signing, 1);
  // On a busy machine it may come too late for the order; then it is in the own balance.
  if (await isPaidSoon(client, orderId))
    await other?.client.ask("acceptRedEnvelope", { body: { envelopeId, passphrase: body.passphrase } });
}

async function logIn(world: HostileWorld, client: Client, id: number): Promise<void> {
  const person = { id, firstName: `Person ${String(id)}`, allowsWriteToPm: true };
  const initData = makeInitData({ botToken: world.botToken, person, authDate: new Date() });
  const reply = await client.ask("telegramAuth", { body: { initData } });
  if (reply?.data == null) throw new Error(`the login was refused: ${String(reply?.error)}`);
  client.bearer = reply.data.token;
  const n = PEOPLE.find((one) => one.id === id)?.n;
  if (n !== undefined) await act({ url: world.info.telegram.apiUrl }, "writeAccess", n, { isAllowed: true });
}

/** Moving money out asks for it. */
async function setSecurityCode(world: HostileWorld, client: Client): Promise<void> {
  const email = `person${client.name}@example.com`;
  await client.ask("sendVerificationCode", { body: { purpose: "updateEmail", email } });
  const verificationCode = await readMailedCode(world, email);
  await client.ask("updateEmail", { body: { email, verificationCode } });
  const changed = await client.ask("changeSecurityCode", { body: { newSecurityCode: CODE } });
  if (changed?.error !== null) throw new Error(`the security code was refused: ${String(changed?.error)}`);
}

/** Lets everybody do one thing after the other until told to stop. */
export async function keepBusy(people: readonly Person[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      while (!signal.aborted) {
        await chooseDeed(person)(person).catch(ignoreChain);
        await wait(PAUSE_MS.least + person.crowd.chance() * PAUSE_MS.more);
      }
    }),
  );
}

/** A wallet that cannot pay says so; the product hears nothing of it. */
function ignoreChain(): void {}

function chooseDeed({ wallet, crowd: { chance } }: Person): Deed {
  const deeds: readonly Deed[] =
    wallet === null ? [claim, claim, claim, look] : [send, send, claim, claim, withdraw, look];
  return deeds[Math.floor(chance() * deeds.length)] ?? look;
}

const send: Deed = async (person) => {
  const { client, wallet, crowd } = person;
  if (wallet === null) return;
  const { coinType } = wallet;
  const { chance, gifts } = crowd;
  const passphrase = `Words ${Math.floor(chance() * 1e9).toString(36)} of joy`;
  const type = chance() < 0.5 ? "luckyDraw" : "ordinary";
  const count = 2 ** Math.floor(chance() * 4);
  const rule = type === "luckyDraw" && chance() < 0.6 ? DRAWN_FOR_ALL : {};
  const body = { type, coinType, count, totalAmount: AMOUNTS[coinType], passphrase, ...rule } as const;
  const sent = (await client.ask("sendRedEnvelope", { body }))?.data;
  const envelopeId = sent?.envelopes[0]?.envelopeId;
  if (sent == null || envelopeId === undefined) return;
  const { orderId } = sent.order;
  await endOrder(person, orderId);
  // Who opens one that is not paid yet is locked as if they guessed.
  if (await isPaidSoon(person.client, orderId)) {
    gifts.push({ envelopeId, passphrase, isTogether: "drawRule" in rule });
  }
};

/** Pays by the wallet, once or twice, or from the balance, or cancels, or does nothing. */
async function endOrder({ client, wallet, crowd: { chance } }: Person, orderId: string): Promise<void> {
  if (wallet === null) return;
  const mood = chance();
  if (mood < 0.1) return;
  if (mood < 0.2) return void (await client.ask("cancelOrder", { body: { orderId } }));
  if (mood < 0.4) {
    const paid = await client.ask("payFromBalance", { body: { orderId, securityCode: CODE } });
    if (paid?.data != null) return;
  }
  const request = (await client.ask("paymentRequest", { query: { orderId } }))?.data;
  if (request == null) return;
  const txHash = await wallet.own.pay(request.signing, chance() < 0.3 ? 2 : 1);
  if (chance() < 0.2) await client.ask("cancelOrder", { body: { orderId } });
  if (chance() < 0.6) await client.ask("submitPayment", { body: { orderId, txHash } });
}

async function isPaidSoon(client: Client, orderId: string): Promise<boolean> {
  const deadline = performance.now() + FOLLOWED_MS;
  while (performance.now() < deadline) {
    const order = (await client.ask("orderDetail", { query: { orderId } }))?.data?.order;
    if (order?.status === "paid") return true;
    if (order?.status === "cancelled" || order?.status === "expired") return false;
    await wait(LOOK_EVERY_MS);
  }
  return false;
}

const claim: Deed = async ({ client, crowd: { gifts, chance } }) => {
  const heardOf = gifts.slice(-HEARD_OF);
  const gift = heardOf[Math.floor(chance() * heardOf.length)];
  if (gift === undefined) return;
  const { envelopeId } = gift;
  const body = { envelopeId, passphrase: chance() < 0.05 ? "something else" : gift.passphrase };
  await Promise.all(times(chance, () => client.ask("acceptRedEnvelope", { body })));
};

const withdraw: Deed = async ({ client, wallet, crowd: { chance } }) => {
  if (wallet === null) return;
  const query = { coinType: wallet.coinType, amount: WITHDRAWN[wallet.coinType] };
  // Two at a time are more than there is.
  const quotes = await Promise.all(times(chance, () => client.ask("payoutQuote", { query })));
  await Promise.all(
    quotes.map(async (reply) => {
      if (reply?.data == null) return;
      const { quoteId } = reply.data;
      const headers = { "idempotency-key": `${client.name}-${quoteId}` };
      const body = { quoteId, securityCode: CODE };
      await Promise.all(times(chance, () => client.ask("payout", { body, headers })));
    }),
  );
};

/** Once, or twice at once as by an impatient finger. */
function times<T>(chance: () => number, act: () => Promise<T>): Promise<T>[] {
  return Array.from({ length: chance() < 0.3 ? 2 : 1 }, act);
}

const look: Deed = async ({ client, crowd: { gifts, chance } }) => {
  const gift = gifts[Math.floor(chance() * gifts.length)];
  const query = { envelopeId: gift?.envelopeId ?? "" };
  if (gift !== undefined) await client.ask("claimDetail", { query });
  if (gift?.isTogether === true) await client.ask("entry", { query });
  await client.ask("payouts", { query: { limit: 20 } });
  await client.ask("unpaidList");
  await client.ask("allSendRecords");
};
