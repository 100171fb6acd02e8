import { Wallet } from "ethers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredMessage } from "#devnet/telegram/worldState.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { fundWallet, payTreasury } from "./support/localChain.ts";
import { type Authority, proveWallet } from "./support/proveWallet.ts";

const ETHER = 10n ** 18n;
const SOON_MS = 20_000;
/** Far less than the minutes that a flood without limits would delay others. */
const PROMPT_MS = 20_000;

let world: AttackWorld;
let nextPerson = 800_001;

beforeAll(async () => {
  world = await openAttackWorld();
});
afterAll(() => world.close());

/** A new person with an unused address of the local chain. */
async function addPerson(): Promise<{ bearer: string; wallet: Wallet }> {
  nextPerson += 1;
  return { bearer: await world.logIn(nextPerson), wallet: await fundWallet(world.info) };
}

const type = (authority: Authority, wallet: Wallet) =>
  world.ask("bindWallet", { ...authority, body: { type: "ETH", address: wallet.address } });

const prove = (authority: Authority, wallet: Wallet) => proveWallet(world, authority, wallet);

async function send(bearer: string, passphrase: string) {
  const body = { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.25", passphrase } as const;
  const { data, error } = await world.ask("sendRedEnvelope", { bearer, body });
  if (data === null) throw new Error(`the send was refused: ${error}`);
  const [envelope] = data.envelopes;
  return { order: data.order, envelopeId: envelope?.envelopeId ?? "" };
}

async function readBalance(bearer: string): Promise<string | undefined> {
  return (await world.ask("accountAmountInfo", { bearer, query: { coinType: "eth" } })).data?.balance;
}

const listMessages = async () =>
  (await (await fetch(`${world.info.telegram.apiUrl}/devnet/telegram/messages`)).json()) as StoredMessage[];

const countBotMessages = async (chatId: number) =>
  (await listMessages()).filter((message) => message.chatId === chatId && message.from.is_bot && !message.isService)
    .length;

async function say(person: { n: number }, chatId: number, text: string): Promise<void> {
  await fetch(`${world.info.telegram.apiUrl}/devnet/telegram/say`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ person: person.n, chatId, text }),
  });
}

test("a signature obtained by a trick gives neither earlier payments nor the wallet for good", async () => {
  const victim = await addPerson();
  const attacker = await addPerson();
  const witness = await addPerson();
  await prove({ bearer: witness.bearer }, witness.wallet);
  expect((await type({ bearer: victim.bearer }, victim.wallet)).error).toBeNull();
  await payTreasury(world.info, victim.wallet, ETHER);
  // A later transfer is settled, so this one is too: unmatched, since nobody has proven the wallet.
  await payTreasury(world.info, witness.wallet, ETHER / 100n);
  await expect.poll(() => readBalance(witness.bearer), { timeout: SOON_MS }).toBe("0.01");

  await type({ bearer: attacker.bearer }, victim.wallet);
  const { order } = await send(attacker.bearer, "attackers own");
  const phished = await prove({ code: order.externalPaymentCode ?? "" }, victim.wallet);
  expect(phished.error).toBeNull();
  expect(phished.text).toContain(`id ${nextPerson - 1})`);
  expect(phished.text).toContain("is credited to that account");
  expect(await readBalance(attacker.bearer)).toBe("0");

  expect((await type({ bearer: victim.bearer }, victim.wallet)).error).toBe("walletAlreadyBound");
  expect((await prove({ bearer: victim.bearer }, victim.wallet)).error).toBeNull();
  await payTreasury(world.info, victim.wallet, ETHER / 4n);
  await expect.poll(() => readBalance(victim.bearer), { timeout: SOON_MS }).toMatch(/\.25$/);
  expect(await readBalance(attacker.bearer)).toBe("0");
  expect((await world.ask("walletList", { bearer: attacker.bearer })).data?.items).toEqual([]);
});

test("a stranger who guesses a common passphrase gets nothing from any envelope", async () => {
  const sender = await addPerson();
  await prove({ bearer: sender.bearer }, sender.wallet);
  const { order, envelopeId } = await send(sender.bearer, "888888");
  await payTreasury(world.info, sender.wallet, ETHER / 4n);
  const readStatus = async () =>
    (await world.ask("orderDetail", { bearer: sender.bearer, query: { orderId: order.orderId } })).data?.order.status;
  await expect.poll(readStatus, { timeout: SOON_MS }).toBe("paid");

  for (let guess = 0; guess < 5; guess += 1) {
    const stranger = await addPerson();
    const guessed = await world.ask("acceptRedEnvelope", { bearer: stranger.bearer, body: { passphrase: "888888" } });
    expect(guessed.error).toBe("wrongPassphrase");
  }
  // The sender gets the same answer, whether the passphrase is used or not.
  const again = await send(sender.bearer, "888888");
  expect(again.order.status).toBe("awaitingPayment");
  const invited = await addPerson();
  const claimed = await world.ask("acceptRedEnvelope", {
    bearer: invited.bearer,
    body: { passphrase: "888888", envelopeId },
  });
  expect(claimed.error).toBeNull();
});

test("a forwarded greeting of a group gives an outsider nothing of it", async () => {
  const { groupChatId, people } = world.info;
  const [member, other] = people.filter(({ isInGroup }) => isInGroup);
  const outsider = people.find(({ isInGroup }) => !isInGroup);
  if (member === undefined || other === undefined || outsider === undefined)
    throw new Error("there are too few people");
  const readGreeting = async () => {
    const markups = (await listMessages()).map(({ chatId, replyMarkup }) =>
      chatId === groupChatId ? JSON.stringify(replyMarkup) : "",
    );
    return /startapp=(?<param>g_[\w-]+)/u.exec(markups.join())?.groups?.["param"] ?? "";
  };
  await say(member, groupChatId, "/start");
  await expect.poll(readGreeting, { timeout: PROMPT_MS }).not.toBe("");
  const startParam = await readGreeting();
  const [bearer, wallet] = [await world.logIn(member.id, startParam), await fundWallet(world.info)];
  await prove({ bearer }, wallet);
  const body = { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.25", passphrase: "777777" } as const;
  const { data } = await world.ask("sendRedEnvelope", { bearer, body: { ...body, chatIds: [String(groupChatId)] } });
  expect(data?.envelopes).toHaveLength(1);
  await payTreasury(world.info, wallet, ETHER / 4n);
  const [invited, stranger] = [await world.logIn(other.id, startParam), await world.logIn(outsider.id, startParam)];
  const claimAs = async (claimer: string) =>
    (await world.ask("acceptRedEnvelope", { bearer: claimer, body: { passphrase: "777777" } })).error;
  await expect.poll(() => claimAs(invited), { timeout: SOON_MS, interval: 1_000 }).toBeNull();
  expect(await claimAs(stranger)).toBe("wrongPassphrase");
});

test("a member who floods a group with /start delays nobody's private /start", { timeout: 120_000 }, async () => {
  const [flooder, other] = world.info.people.filter((person) => person.isInGroup);
  if (flooder === undefined || other === undefined) throw new Error("the group needs two members");
  const { groupChatId } = world.info;
  const before = await countBotMessages(groupChatId);
  for (let count = 0; count < 60; count += 1) await say(flooder, groupChatId, "/start");
  const answered = await countBotMessages(other.id);
  await say(other, other.id, "/start");
  await expect.poll(() => countBotMessages(other.id), { timeout: PROMPT_MS }).toBe(answered + 1);
  expect((await countBotMessages(groupChatId)) - before).toBeLessThanOrEqual(2);
});

test("hundreds of messages caused by one person do not delay another's warning", { timeout: 120_000 }, async () => {
  const [flooder, , , other] = world.info.people;
  if (flooder === undefined || other === undefined) throw new Error("there are too few people");
  for (const person of [flooder, other]) {
    await world.logIn(person.id);
    const before = await countBotMessages(person.id);
    await say(person, person.id, "/start");
    await expect.poll(() => countBotMessages(person.id), { timeout: PROMPT_MS }).toBeGreaterThan(before);
  }
  const bearer = await world.logIn(flooder.id);
  for (let count = 0; count < 150; count += 1) {
    const { data } = await type({ bearer }, new Wallet(Wallet.createRandom().privateKey));
    if (data === null) break;
    await world.ask("unbindWallet", { bearer, body: { walletId: data.wallet.walletId } });
  }
  const before = await countBotMessages(other.id);
  await type({ bearer: await world.logIn(other.id) }, new Wallet(Wallet.createRandom().privateKey));
  await expect.poll(() => countBotMessages(other.id), { timeout: PROMPT_MS }).toBe(before + 1);
});
