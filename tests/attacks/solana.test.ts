import {
  type Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  type TransactionInstruction,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { FAUCET_KEY, readKeypair } from "#devnet/solana/settings.ts";
import { callJsonRpc } from "#server/chains/jsonRpc.ts";
import { signText } from "#tests/support/chains/solanaLab.ts";
import { writeVersion1 } from "#tests/support/chains/solanaVersion1.ts";
import { type Lie, type LyingEndpoint, startLyingEndpoint } from "#tests/support/lyingEndpoint.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";
import { payOut, readBalance } from "./support/passOn.ts";

const SOL = 10n ** 9n;
const SOON_MS = 40_000;
const CLAIMER = 930_001;
const POOR = 930_002;
const OTHER = 930_003;
const PATIENT = 930_004;
const UNLISTED = 930_005;
/** For so long nobody can tell a new transaction. */
const BUSY_MS = 4_000;
/** Of each answer of a node far away. */
const LATENCY_MS = 40;
const NOISE_A_SECOND = 40;
const SECONDS_BEFORE = 5;
/** Whoever reads one after the other falls behind as long as the noise lasts. */
const FOUND_WITHIN_MS = 45_000;

let world: AttackWorld;
let rpcUrl: string;
let treasury: PublicKey;
/** The endpoint that the server prefers, and the other one. */
let liar: LyingEndpoint;
let other: LyingEndpoint;

beforeAll(async () => {
  world = await openAttackWorld({ COINS: "sol" });
  const { solana } = world.info;
  if (solana === null) throw new Error("Solana must run");
  ({ rpcUrl } = solana);
  treasury = new PublicKey(solana.treasuryAddress);
  [liar, other] = await Promise.all([startLyingEndpoint(rpcUrl), startLyingEndpoint(rpcUrl)]);
  await world.restart({ SOL_RPC_URLS: `${liar.url},${other.url}` });
});
afterEach(() => {
  for (const door of [liar, other]) door.lie = null;
});
afterAll(async () => {
  await world.close();
  await Promise.all([liar.stop(), other.stop()]);
});

interface Person {
  bearer: string;
  keypair: Keypair;
  address: string;
}

/** A person with one of the funded wallets, which is proven. */
async function addPerson(tgUserId: number, key: number): Promise<Person> {
  const keypair = readKeypair(world.info.solana?.fundedKeys[key] ?? "");
  const person = { bearer: await world.logIn(tgUserId), keypair, address: keypair.publicKey.toBase58() };
  const { bearer, address } = person;
  const { data } = await world.ask("walletChallenge", { bearer, body: { type: "Solana", address } });
  if (data === null) throw new Error("the challenge was refused");
  const proof = { challengeId: data.challengeId, signature: signText(data.message, keypair) };
  const bound = await world.ask("bindWallet", { bearer, body: { type: "Solana", address, proof } });
  expect(bound.error).toBeNull();
  return person;
}

const call = (method: string, ...params: readonly unknown[]) => callJsonRpc(rpcUrl, method, params);

async function readBlockhash(): Promise<string> {
  const { value } = (await call("getLatestBlockhash")) as { value: { blockhash: string } };
  return value.blockhash;
}

async function sendRaw(raw: Uint8Array): Promise<void> {
  await call("sendTransaction", Buffer.from(raw).toString("base64"), { encoding: "base64", skipPreflight: true });
}

async function send({ keypair }: Person, instruction: TransactionInstruction, blockhash?: string): Promise<void> {
  const recentBlockhash = blockhash ?? (await readBlockhash());
  const message = new TransactionMessage({
    payerKey: keypair.publicKey,
    recentBlockhash,
    instructions: [instruction],
  });
  const transaction = new VersionedTransaction(message.compileToLegacyMessage());
  transaction.sign([keypair]);
  await sendRaw(transaction.serialize());
}

const payTreasury = (person: Person, lamports: bigint) =>
  send(person, SystemProgram.transfer({ fromPubkey: person.keypair.publicKey, toPubkey: treasury, lamports }));

/** Names accounts, and moves nothing of theirs. */
function nameAccounts({ keypair: { publicKey } }: Person, lamports: bigint, ...accounts: readonly PublicKey[]) {
  const instruction = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports });
  instruction.keys.push(...accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })));
  return instruction;
}

/** Transactions of the treasury that name an address. */
async function countPaid(address: string): Promise<number> {
  const named = (await call("getSignaturesForAddress", address, { commitment: "confirmed" })) as {
    signature: string;
  }[];
  const payers = await Promise.all(
    named.map(async ({ signature }) => {
      const told = await call("getTransaction", signature, {
        commitment: "confirmed",
        maxSupportedTransactionVersion: 1,
      });
      return (told as { transaction: { message: { accountKeys: string[] } } }).transaction.message.accountKeys[0];
    }),
  );
  return payers.filter((payer) => payer === treasury.toBase58()).length;
}

/** As where the network is busy: nobody can tell a transaction yet. */
function hideNewTransactions(): Lie {
  const askedAtMs = new Map<unknown, number>();
  return ({ method, params: [signature] }, honest) => {
    if (method !== "getTransaction") return honest;
    const firstMs = askedAtMs.get(signature) ?? performance.now();
    askedAtMs.set(signature, firstMs);
    return performance.now() - firstMs < BUSY_MS ? { result: null } : honest;
  };
}

test("a payout is paid once, although one node says that its transaction has ended", async () => {
  const claimer = await addPerson(CLAIMER, 0);
  await payTreasury(claimer, 3n * SOL);
  await expect.poll(() => readBalance(world, claimer.bearer, "sol"), { timeout: SOON_MS }).toBe("3");
  const told = hideNewTransactions();
  other.lie = told;
  liar.lie = (asked, honest, ask) => {
    if (asked.method !== "getLatestBlockhash") return told(asked, honest, ask);
    const { context, value } = honest.result as { context: unknown; value: object };
    return { result: { context, value: { ...value, lastValidBlockHeight: 1 } } };
  };
  await payOut(world, claimer.bearer, "sol", "1");
  expect(await countPaid(claimer.address)).toBe(1);
  expect(await readBalance(world, claimer.bearer, "sol")).toBe("2");
});

test("a node that leaves a payment out of its list keeps nobody from being credited", async () => {
  const payer = await addPerson(UNLISTED, 4);
  liar.lie = ({ method, params: [asked] }, honest) =>
    method === "getSignaturesForAddress" && asked === treasury.toBase58() ? { result: [] } : honest;
  await payTreasury(payer, SOL);
  await expect.poll(() => readBalance(world, payer.bearer, "sol"), { timeout: SOON_MS }).toBe("1");
});

test("transactions that name the treasury beside the richest account, or of version 1, stop nobody's payment", async () => {
  const [thief, payer] = [await addPerson(POOR, 1), await addPerson(OTHER, 2)];
  const rich = readKeypair(FAUCET_KEY).publicKey;
  await send(thief, nameAccounts(thief, 1n, treasury, rich));
  const instructions = [nameAccounts(thief, 2n, treasury)];
  const blockhash = await readBlockhash();
  await sendRaw(writeVersion1({ payer: thief.keypair, blockhash, instructions, priorityBase: 0n }));
  await payTreasury(payer, 2n * SOL);
  await expect.poll(() => readBalance(world, payer.bearer, "sol"), { timeout: SOON_MS }).toBe("2");
  await payTreasury(payer, SOL);
  await expect.poll(() => readBalance(world, payer.bearer, "sol"), { timeout: SOON_MS }).toBe("3");
});

test(
  "a payment amid the noise of many transactions that name the treasury is found soon",
  { timeout: 120_000 },
  async () => {
    const [thief, payer] = [await addPerson(POOR, 1), await addPerson(PATIENT, 3)];
    for (const door of [liar, other]) {
      door.lie = async (_, honest) => {
        await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
        return honest;
      };
    }
    let sent = 0;
    const found = new AbortController();
    async function makeNoise(): Promise<void> {
      const second = new Promise((resolve) => setTimeout(resolve, 1_000));
      const blockhash = await readBlockhash();
      for (let count = 0; count < NOISE_A_SECOND; count += 1) {
        sent += 1;
        await send(thief, nameAccounts(thief, 1_000n + BigInt(sent), treasury), blockhash);
      }
      await second;
    }
    for (let second = 0; second < SECONDS_BEFORE; second += 1) await makeNoise();
    const noise = (async () => {
      while (!found.signal.aborted) await makeNoise();
    })();
    const paidAtMs = performance.now();
    try {
      await payTreasury(payer, SOL);
      const within = { timeout: FOUND_WITHIN_MS, interval: 100 };
      await expect.poll(() => readBalance(world, payer.bearer, "sol"), within).toBe("1");
    } finally {
      found.abort();
      await noise;
    }
    const foundAfterS = (performance.now() - paidAtMs) / 1_000;
    console.info(`found after ${foundAfterS.toFixed(1)} s amid ${sent} transactions that name the treasury`);
  },
);
