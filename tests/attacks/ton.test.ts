import {
  Address,
  Cell,
  comment,
  external,
  internal,
  loadMessage,
  type MessageRelaxed,
  SendMode,
  beginCell,
  storeMessage,
  toNano,
} from "@ton/core";
import { type KeyPair, mnemonicToPrivateKey } from "@ton/crypto";
import { TonClient, WalletContractV4 } from "@ton/ton";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashExternalMessage } from "#server/chains/ton/values.ts";
import { TON_TREASURY, TON_WORDS } from "#tests/support/chains/tonMnemonic.ts";
import { toWireProof, writeTonProof } from "#tests/support/chains/tonWallet.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { askForPayment, payOut, readBalance, takeGift, waitUntilPaid } from "./support/passOn.ts";

const SENDER = 910_001;
const CLAIMER = 910_002;
const THIEF = 910_003;
const EXPENSIVE = 910_005;

let world: AttackWorld;
let client: TonClient;
/** Its first payout deploys it. */
const treasury = Address.parse(TON_TREASURY);

beforeAll(async () => {
  world = await openAttackWorld({ COINS: "ton", TON_TREASURY_ADDRESS: TON_TREASURY, TON_TREASURY_KEY: TON_WORDS });
  const { ton } = world.info;
  if (ton === null) throw new Error("TON must run");
  client = new TonClient({ endpoint: `${ton.apiUrl}/jsonRPC` });
});
afterAll(() => world.close());

interface Person {
  bearer: string;
  contract: WalletContractV4;
  keys: KeyPair;
  address: string;
}

/** A person with one of the funded wallets. */
async function addPerson(tgUserId: number, key: number): Promise<Person> {
  const keys = await mnemonicToPrivateKey((world.info.ton?.fundedKeys[key] ?? "").split(" "));
  const contract = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey });
  const address = contract.address.toString({ bounceable: false });
  return { bearer: await world.logIn(tgUserId), contract, keys, address };
}

async function askChallenge({ bearer }: Person) {
  const { data, error } = await world.ask("walletChallenge", { bearer, body: { type: "Ton" } });
  if (data === null) throw new Error(`the challenge was refused: ${error}`);
  return data;
}

/** Binds `person`'s address by a proof that `signer` makes for a domain. */
async function prove(
  person: Person,
  { signer = person, domain = new URL("http://localhost:4000").host, challenge = askChallenge(person) } = {},
) {
  const { challengeId, message: payload } = await challenge;
  const timestamp = Math.floor(Date.now() / 1_000);
  const tonProof = toWireProof(writeTonProof(signer.contract, signer.keys, { payload, domain, timestamp }));
  const body = { type: "Ton", address: person.address, proof: { challengeId, tonProof } } as const;
  return world.ask("bindWallet", { bearer: person.bearer, body });
}

/** Signs what TON Connect's wallet is asked to sign, sends it, and answers its id. */
async function signAndSend({ contract, keys }: Person, messages: MessageRelaxed[]): Promise<string> {
  const body = contract.createTransfer({
    seqno: await client.open(contract).getSeqno(),
    secretKey: keys.secretKey,
    messages,
    sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
  });
  const message = external({ to: contract.address, body });
  await client.sendMessage(message);
  return hashExternalMessage(loadMessage(beginCell().store(storeMessage(message)).endCell().beginParse()));
}

interface SendRequest {
  validUntil: number;
  network: string;
  from: string;
  messages: { address: string; amount: string; payload?: string }[];
}

/** Pays as a wallet does what it is asked by TON Connect, and answers its id. */
async function payRequest(person: Person, signing: object): Promise<string> {
  const { request } = signing as { request?: SendRequest };
  const messages = (request?.messages ?? []).map(({ address, amount, payload }) =>
    internal({
      to: Address.parse(address),
      value: BigInt(amount),
      bounce: false,
      body: payload === undefined ? null : Cell.fromBase64(payload),
    }),
  );
  return signAndSend(person, messages);
}

test(
  "a typed wallet pays an envelope by its comment, another person opens it and is paid out",
  { timeout: 120_000 },
  async () => {
    const [sender, claimer] = [await addPerson(SENDER, 0), await addPerson(CLAIMER, 1)];
    const typed = await world.ask("bindWallet", {
      bearer: sender.bearer,
      body: { type: "Ton", address: sender.contract.address.toRawString() },
    });
    expect(typed.data?.wallet).toMatchObject({ type: "Ton", address: sender.address });
    expect((await prove(claimer)).error).toBeNull();

    const gift = { coinType: "ton", totalAmount: "2", passphrase: "Ton Day" } as const;
    const payment = await askForPayment(world, sender.bearer, gift);
    const { request } = payment.request.signing as { request?: SendRequest };
    expect(request).toMatchObject({ network: "-3", from: sender.contract.address.toRawString() });
    const txHash = await payRequest(sender, payment.request.signing);
    await world.ask("submitPayment", {
      bearer: sender.bearer,
      body: { orderId: payment.orderId, txHash: Buffer.from(txHash, "hex").toString("base64") },
    });
    const order = await waitUntilPaid(world, sender.bearer, payment.orderId);
    expect(order).toMatchObject({ txHash, reportedTxHash: txHash, paidAmount: "2" });

    await takeGift(world, claimer.bearer, payment.envelope, gift);
    const quote = await payOut(world, claimer.bearer, "ton", "1.5");
    expect(quote).toMatchObject({ gross: "1.5", toAddress: claimer.address });
    const [arrived] = await client.getTransactions(claimer.contract.address, { limit: 1 });
    const info = arrived?.inMessage?.info;
    expect(info?.type === "internal" && info.src.equals(treasury) && info.value.coins).toBe(toNano(quote.net));
    expect(await readBalance(world, claimer.bearer, "ton")).toBe("0.5");
  },
);

test("a stolen or foreign proof binds nobody's wallet", { timeout: 60_000 }, async () => {
  const [thief, victim] = [await addPerson(THIEF, 2), await addPerson(THIEF, 3)];
  expect((await prove(victim, { signer: thief })).error).toBe("walletAddressMismatch");
  expect((await prove(victim, { domain: "evil.example" })).error).toBe("walletAddressMismatch");
  const challenge = askChallenge(thief);
  expect((await prove(thief, { challenge })).error).toBeNull();
  expect((await prove(thief, { challenge })).error).toBe("notFound");
  // Coins without a comment from an unproven wallet stay unmatched.
  await signAndSend(victim, [internal({ to: treasury, value: 10n ** 9n, bounce: false, body: comment("no order") })]);
});

test("a wallet on the masterchain, which costs more than its payout brings, is bound by nobody", async () => {
  const person = await addPerson(EXPENSIVE, 4);
  const contract = WalletContractV4.create({ workchain: -1, publicKey: person.keys.publicKey });
  for (const address of [contract.address.toRawString(), contract.address.toString({ bounceable: false })]) {
    const typed = await world.ask("bindWallet", { bearer: person.bearer, body: { type: "Ton", address } });
    expect(typed.error).toBe("invalidRequest");
    expect((await prove({ ...person, contract, address })).error).toBe("invalidRequest");
  }
  expect((await world.ask("walletList", { bearer: person.bearer })).data?.items).toEqual([]);
});
