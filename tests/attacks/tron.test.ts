import { TronWeb } from "tronweb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { askForPayment, payOut, readBalance, takeGift, waitUntilPaid } from "./support/passOn.ts";

const SENDER = 920_001;
const CLAIMER = 920_002;
const THIEF = 920_003;
const VICTIM = 920_004;

let world: AttackWorld;
let treasury: string;

beforeAll(async () => {
  world = await openAttackWorld({ COINS: "tron" });
  const { tron } = world.info;
  if (tron === null) throw new Error("Tron must run");
  treasury = tron.treasuryAddress;
});
afterAll(() => world.close());

interface Person {
  bearer: string;
  tronWeb: TronWeb;
  address: string;
}

/** A person with one of the funded keys. */
async function addPerson(tgUserId: number, key: number): Promise<Person> {
  const { fullHost, fundedKeys } = world.info.tron ?? { fullHost: "", fundedKeys: [] };
  const tronWeb = new TronWeb({ fullHost, privateKey: fundedKeys[key] ?? "" });
  return { bearer: await world.logIn(tgUserId), tronWeb, address: String(tronWeb.defaultAddress.base58) };
}

async function askChallenge({ bearer, address }: Person) {
  const { data, error } = await world.ask("walletChallenge", { bearer, body: { type: "Tron", address } });
  if (data === null) throw new Error(`the challenge was refused: ${error}`);
  return data;
}

/** Binds `person`'s address by a signature that `signer` makes. */
async function prove(
  person: Person,
  { signer = person, address = person.address, challenge = askChallenge(person), edit = (text: string) => text } = {},
) {
  const { challengeId, message } = await challenge;
  const signature = signer.tronWeb.trx.signMessageV2(edit(message));
  const body = { type: "Tron", address, proof: { challengeId, signature } } as const;
  return world.ask("bindWallet", { bearer: person.bearer, body });
}

const readBalanceOf = async ({ tronWeb, address }: Person): Promise<number> =>
  tronWeb.trx.getUnconfirmedBalance(address);

test("a proven wallet pays an envelope, another person opens it and is paid out", { timeout: 120_000 }, async () => {
  const [sender, claimer] = [await addPerson(SENDER, 0), await addPerson(CLAIMER, 1)];
  expect((await prove(sender)).data?.wallet).toMatchObject({ type: "Tron", address: sender.address, proven: true });
  expect((await prove(claimer)).error).toBeNull();

  const gift = { coinType: "tron", totalAmount: "20", passphrase: "Tron Day" } as const;
  const { orderId, envelope, request } = await askForPayment(world, sender.bearer, gift);
  expect(request).toMatchObject({ from: sender.address, to: treasury, amount: "20", maxFee: "0", reference: null });
  const { signing } = request;
  if (signing.kind !== "tron") throw new Error("a payment of Tron");
  const signed = await sender.tronWeb.trx.sign(signing.transaction as never);
  const { txID: txHash } = signed as { txID: string };
  await world.ask("submitPayment", { bearer: sender.bearer, body: { orderId, txHash } });
  // Sent twice, as by an impatient person: it is one payment.
  expect(await sender.tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
  expect(await sender.tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ code: "DUP_TRANSACTION_ERROR" });
  const order = await waitUntilPaid(world, sender.bearer, orderId);
  expect(order).toMatchObject({ txHash, reportedTxHash: txHash, paidAmount: "20" });

  await takeGift(world, claimer.bearer, envelope, gift);
  const before = await readBalanceOf(claimer);
  const quote = await payOut(world, claimer.bearer, "tron", "15");
  expect(quote).toMatchObject({ gross: "15", toAddress: claimer.address });
  const net = TronWeb.toSun(Number(quote.net));
  expect(await readBalanceOf(claimer)).toBe(before + Number(net));
  expect(await readBalance(world, claimer.bearer, "tron")).toBe("5");
});

test("a stolen, foreign or used proof binds nobody's wallet", { timeout: 60_000 }, async () => {
  const [thief, victim] = [await addPerson(THIEF, 2), await addPerson(VICTIM, 3)];
  expect((await prove(victim, { signer: thief })).error).toBe("walletAddressMismatch");
  // The victim's signature over a text that names the victim, handed in by the thief.
  const stolen = askChallenge(victim);
  const { challengeId } = await stolen;
  expect((await prove(thief, { signer: victim, address: victim.address, challenge: stolen })).error).toBe("notFound");
  const edits = [
    (text: string) => text.replaceAll("localhost", "evil.example"),
    (text: string) => text.replace(String(VICTIM), String(THIEF)),
    (text: string) => text.replace(/Chain ID: .*/u, "Chain ID: 0x2b6653dc"),
  ];
  for (const edit of edits) expect((await prove(victim, { edit })).error).toBe("walletAddressMismatch");
  const challenge = askChallenge(thief);
  expect((await challenge).challengeId).not.toBe(challengeId);
  expect((await prove(thief, { challenge })).error).toBeNull();
  expect((await prove(thief, { challenge })).error).toBe("notFound");
});
