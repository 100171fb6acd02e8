import { computeAddress, Wallet } from "ethers";
import { beforeEach, describe, expect, it } from "vitest";
import type { CoinType } from "#domain/coins.ts";
import { changeSecurityCode } from "#server/accounts/securityCode.ts";
import { refuseBlockedSpending } from "#server/accounts/spendingBlocks.ts";
import { getUserInfo } from "#server/accounts/users.ts";
import type { BodyOf } from "#server/calls/handler.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { paymentCode } from "#server/orders/paymentCodes.ts";
import { giveEmail } from "#tests/support/giveEmail.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { makeSigner, signProof } from "#tests/support/signers.ts";
import { addUsers, callAs, callByCode, giveBalance } from "#tests/support/story.ts";
import { bindWallet } from "./bindWallet.ts";
import { unbindWallet, walletBalance, walletList } from "./boundWallets.ts";
import { walletChallenge } from "./proofs.ts";

const DAY_MS = 86_400_000;
const CODE = "Abcdefg1";
const people = openPeople("wallets");
let anna = 1_000n;
let bo = 0n;
let wallet: Wallet;

beforeEach(async () => {
  anna += 10n;
  bo = anna + 1n;
  wallet = createWallet();
  await addUsers(people.app, [anna, bo]);
});

type Body = BodyOf<"bindWallet">;
const createWallet = () => makeSigner(people.app);
const readList = (person = anna, app = people.app) => callAs(app, walletList, person, { query: { limit: 20 } });
const listOf = async (person: bigint) => (await readList(person)).items;
const bind = async (person: bigint, address: string, more: Partial<Body> = {}) =>
  (await callAs(people.app, bindWallet, person, { body: { type: "ETH", address, ...more } })).wallet;
const unbind = (person: bigint, walletId: string, securityCode?: string) =>
  callAs(people.app, unbindWallet, person, { body: { walletId, ...(securityCode && { securityCode }) } });

const sign = (person: bigint, signer = wallet, address = signer.address) =>
  signProof(people.app, person, signer, address);
const prove = async (person: bigint, signer = wallet) =>
  bind(person, signer.address, { proof: await sign(person, signer) });

it("binds a typed address in its checksum form, the same when repeated, and one of a type", async () => {
  const bound = await bind(anna, ` ${wallet.address.toLowerCase()} `);
  expect(bound).toEqual({ walletId: bound.walletId, type: "ETH", address: wallet.address, proven: false });
  expect((await bind(anna, wallet.address)).walletId).toBe(bound.walletId);
  expect([await listOf(anna), await listOf(bo)]).toEqual([[bound], []]);
  const second = computeAddress(`0x${"5".repeat(64)}`);
  expect(await outcomeOf(bind(anna, second))).toBe("walletLimitReached");
});

it("refuses a contract's address, and any address while no node can check it", async () => {
  const { world } = people.app;
  const proof = await sign(anna);
  world.contracts.add(wallet.address);
  for (const call of [
    () => bind(anna, wallet.address),
    () => bind(anna, wallet.address, { proof }),
    () => sign(anna),
  ]) {
    expect(await outcomeOf(call())).toBe("walletUnsupported");
  }
  world.contracts.delete(wallet.address);
  world.isChainDown = true;
  await expect(bind(anna, wallet.address)).rejects.toThrow(ChainUnavailable);
  world.isChainDown = false;
  expect(await listOf(anna)).toEqual([]);
  expect((await bind(anna, wallet.address, { proof })).proven).toBe(true);
});

it("names the true cause of a proof that is not taken, and takes one without 0x", async () => {
  const { wrongClocks } = people.app.world;
  const { challengeId } = await sign(anna);
  const undeployed = `0x${"00".repeat(1_200)}${"6492".repeat(16)}`;
  const proof = { challengeId, signature: undeployed };
  expect(await outcomeOf(bind(anna, wallet.address, { proof }))).toBe("walletUnsupported");
  wrongClocks.add(wallet.address);
  expect(await outcomeOf(prove(anna))).toBe("deviceClockWrong");
  wrongClocks.delete(wallet.address);
  const next = await sign(anna);
  const bare = { ...next, signature: next.signature.slice(2) };
  expect((await bind(anna, wallet.address, { proof: bare })).proven).toBe(true);
});

it("refuses coins that are not connected", async () => {
  const body = { type: "Ton", address: wallet.address } as const;
  expect(await outcomeOf(callAs(people.app, bindWallet, anna, { body }))).toBe("coinNotEnabled");
});

it("binds of a coin that was switched off only what its owner has money to withdraw to", async () => {
  const { app } = people;
  const closed = { ...app, config: { ...app.config, coins: [] } };
  const body = { type: "ETH", address: wallet.address } as const;
  const readOpen = async (person: bigint) => (await readList(person, closed)).openTypes;
  expect(await outcomeOf(callAs(closed, bindWallet, anna, { body }))).toBe("coinNotEnabled");
  expect(await readOpen(anna)).toEqual([]);
  await giveBalance(app, anna, 1n);
  expect([await readOpen(anna), await readOpen(bo)]).toEqual([["ETH"], []]);
  expect((await callAs(closed, bindWallet, anna, { body })).wallet.address).toBe(wallet.address);

  await giveBalance(app, bo, 1n);
  const { eth } = app.config.chains;
  if (eth === undefined) throw new Error("the app has a chain");
  const unsigned = { ...closed, config: { ...closed.config, chains: { eth: { ...eth, hasSigner: false } } } };
  expect(await outcomeOf(callAs(unsigned, bindWallet, bo, { body }))).toBe("coinNotEnabled");
});

it("lets a proof upgrade the own binding and replace another person's typed one, who is told", async () => {
  await bind(anna, wallet.address);
  const { type, address, walletId } = await bind(bo, wallet.address);
  const proven = await prove(anna);
  expect(proven.proven).toBe(true);
  expect([await listOf(anna), await listOf(bo)]).toEqual([[proven], []]);
  expect(await outcomeOf(bind(bo, wallet.address))).toBe("walletAlreadyBound");
  const params = { type, address, walletId };
  expect(await people.readLetters(bo)).toMatchObject([
    { kind: "walletBound", params },
    { kind: "walletTakenOver", params },
  ]);
});

it("moves a wallet to the newest signature, notifies the former holder, and moves it back the same way", async () => {
  await prove(anna);
  expect((await prove(bo)).proven).toBe(true);
  expect(await listOf(anna)).toEqual([]);
  expect((await people.readLetters(anna)).map(({ kind }) => kind)).toEqual(["walletBound", "walletTakenOver"]);
  expect(await outcomeOf(bind(anna, wallet.address))).toBe("walletAlreadyBound");
  const again = await prove(anna);
  expect([await listOf(anna), await listOf(bo)]).toEqual([[again], []]);
});

it("names the account and the consequence in the text to sign", async () => {
  const body = { type: "ETH", address: wallet.address } as const;
  const { message } = await callAs(people.app, walletChallenge, anna, { body });
  expect(message).toContain(`Person ${anna} (id ${anna})`);
  expect(message).toContain("is credited to that account");
});

it("releases a proven address when it is unbound", async () => {
  const { walletId } = await prove(anna);
  expect(await outcomeOf(unbind(bo, walletId))).toBe("notFound");
  expect(await unbind(anna, walletId)).toBeNull();
  expect(await outcomeOf(unbind(anna, walletId))).toBe("notFound");
  expect((await prove(bo)).proven).toBe(true);
});

it("accepts a challenge once, from its user, within ten minutes, right or wrong", async () => {
  const proof = await sign(anna);
  const stranger = new Wallet(`0x${"6".repeat(64)}`);
  expect(await outcomeOf(bind(bo, wallet.address, { proof }))).toBe("notFound");
  expect(await outcomeOf(bind(anna, stranger.address, { proof }))).toBe("walletAddressMismatch");
  expect(await outcomeOf(bind(anna, wallet.address, { proof }))).toBe("notFound");
  const foreign = await sign(anna, stranger, wallet.address);
  expect(await outcomeOf(bind(anna, wallet.address, { proof: foreign }))).toBe("walletAddressMismatch");
  const late = await sign(anna);
  people.app.clock.advance(10 * 60_000);
  expect(await outcomeOf(bind(anna, wallet.address, { proof: late }))).toBe("notFound");
  expect(await listOf(anna)).toEqual([]);
});

it("gives the address to exactly one of two simultaneous proofs", async () => {
  const proofs = [[anna, await sign(anna)] as const, [bo, await sign(bo)] as const];
  await Promise.all(proofs.map(([person, proof]) => bind(person, wallet.address, { proof })));
  const bound = [...(await listOf(anna)), ...(await listOf(bo))];
  expect(bound.map((row) => row.proven)).toEqual([true]);
});

it("reads the balance of the bound wallet from the chain", async () => {
  const { world } = people.app;
  const read = () => callAs(people.app, walletBalance, anna, { query: { coinType: "eth" } });
  expect(await outcomeOf(read())).toBe("walletNotBound");
  await bind(anna, wallet.address);
  world.balances.set(wallet.address, 1_500_000_000_000_000_001n);
  expect(await read()).toEqual({ coinType: "eth", address: wallet.address, balance: "1.500000000000000001" });
  world.isChainDown = true;
  expect(await outcomeOf(read())).toBe("balanceUnavailable");
  world.isChainDown = false;
});

describe("with a security code", () => {
  async function setCode(): Promise<void> {
    await giveEmail(people.database.kysely, anna, "anna@example.com");
    await callAs(people.app, changeSecurityCode, anna, { body: { newSecurityCode: CODE } });
  }
  const bindWith = (securityCode?: string, more: Partial<Body> = {}) =>
    bind(anna, wallet.address, { ...(securityCode && { securityCode }), ...more });

  it("is bound and unbound only with the code, and a wrong code uses up no proof", async () => {
    await setCode();
    const proof = await sign(anna);
    expect(await outcomeOf(bindWith())).toBe("securityCodeRequired");
    expect(await outcomeOf(bindWith(undefined, { proof }))).toBe("securityCodeRequired");
    expect(await outcomeOf(bindWith("Wrong123", { proof }))).toBe("wrongSecurityCode");
    expect(await listOf(anna)).toEqual([]);
    const { walletId } = await bindWith(CODE, { proof });
    expect(await outcomeOf(unbind(anna, walletId))).toBe("securityCodeRequired");
    expect(await outcomeOf(unbind(anna, walletId, "Wrong123"))).toBe("wrongSecurityCode");
    expect(await listOf(anna)).toHaveLength(1);
    await unbind(anna, walletId, CODE);
    expect(await listOf(anna)).toEqual([]);
  });

  it("is locked with every call that requires the code", async () => {
    await setCode();
    const { walletId } = await bindWith(CODE);
    for (let wrong = 0; wrong < 3; wrong += 1) expect(await outcomeOf(bindWith("Wrong123"))).toBe("wrongSecurityCode");
    for (let wrong = 0; wrong < 2; wrong += 1) {
      expect(await outcomeOf(unbind(anna, walletId, "Wrong123"))).toBe("wrongSecurityCode");
    }
    expect(await outcomeOf(unbind(anna, walletId, CODE))).toBe("securityCodeLocked");
    expect(await outcomeOf(bindWith(CODE))).toBe("securityCodeLocked");
  });

  it("is not bound by a call without the code if the code is set meanwhile", async () => {
    const [, bound] = await Promise.all([setCode(), outcomeOf(bindWith())]);
    expect(["ok", "securityCodeRequired"]).toContain(bound);
    expect(await listOf(anna)).toHaveLength(bound === "ok" ? 1 : 0);
  });

  it("is proven on the payment page without the code while it is bound, but not bound there again", async () => {
    people.app.world.balances.set(wallet.address, 10n ** 18n);
    const { walletId } = await bindWith();
    const body = { type: "luckyDraw", coinType: "eth", count: 5, totalAmount: "0.05" } as const;
    await callAs(people.app, sendRedEnvelope, anna, { body });
    const { externalPaymentCode } = await callAs(people.app, paymentCode, anna, {});
    await setCode();
    const proveThere = async (securityCode?: string) => {
      const proof = await signProof(people.app, externalPaymentCode, wallet);
      const body = { type: "ETH" as const, address: wallet.address, proof };
      return callByCode(people.app, bindWallet, externalPaymentCode, {
        body: { ...body, ...(securityCode && { securityCode }) },
      });
    };
    expect((await proveThere()).wallet).toMatchObject({ walletId, proven: true });
    await unbind(anna, walletId, CODE);
    expect(await outcomeOf(proveThere())).toBe("securityCodeRequired");
    expect(await outcomeOf(proveThere("Wrong123"))).toBe("wrongSecurityCode");
    expect(await outcomeOf(proveThere(CODE))).toBe("ok");
  });
});

it("blocks its coin for a day when another wallet is proven, but not for the first, a repeated or another coin's one", async () => {
  const { clock } = people.app;
  const readBlocks = async () => (await callAs(people.app, getUserInfo, anna, {})).userItem.spendingBlocks;
  const spend = (coinType: CoinType = "eth") =>
    refuseBlockedSpending(people.database.kysely, people.app, { tgUserId: anna, coinType });
  const listBlocking = async () => (await readList()).blockingTypes;
  const at = clock.now();
  const ton = { wallet_id: `ton-${anna}`, type: "Ton", address: "EQ", address_key: `ton ${anna}` } as const;
  await people.database.kysely
    .insertInto("wallet")
    .values({ ...ton, tg_user_id: anna, proven_at: at, created_at: at, unbound_at: at })
    .execute();
  expect(await listBlocking()).toEqual(["Ton"]);
  const first = await prove(anna);
  expect([await outcomeOf(spend()), await listBlocking()]).toEqual(["ok", ["Ton"]]);
  await unbind(anna, first.walletId);
  expect(await listBlocking()).toEqual(["ETH", "Ton"]);
  await bind(anna, wallet.address);
  expect(await listBlocking()).toEqual(["Ton"]);
  await unbind(anna, (await prove(anna)).walletId);
  expect([await outcomeOf(spend()), await readBlocks()]).toEqual(["ok", []]);

  const next = createWallet();
  await bind(anna, next.address);
  expect([await outcomeOf(spend()), await listBlocking()]).toEqual(["ok", ["ETH", "Ton"]]);
  await prove(anna, next);
  const until = new Date(clock.now().getTime() + DAY_MS).toISOString();
  const spendingBlocks = [{ coinType: "eth", cause: "walletChanged", until }];
  await expect(spend()).rejects.toMatchObject({ key: "spendingBlocked", data: { spendingBlocks } });
  expect([await outcomeOf(spend("ton")), await readBlocks()]).toEqual(["ok", spendingBlocks]);
  clock.advance(DAY_MS);
  expect([await outcomeOf(spend()), await readBlocks()]).toEqual(["ok", []]);
  await prove(anna, next);
  expect(await outcomeOf(spend())).toBe("ok");
});

it("tells of a new proof of a bound wallet too, and of the coin that it blocks", async () => {
  await people.forgetLetters();
  await people.change(anna, { allows_write_to_pm: true });
  const hear = async () => (await people.hear()).map(({ html }) => html);
  const first = await bind(anna, wallet.address);
  await prove(anna);
  await prove(anna);
  expect(await hear()).toEqual([
    expect.stringContaining("was bound to your account"),
    expect.stringMatching(/was verified for your account with a signature\.[^.]+unbind it\.$/u),
  ]);
  await unbind(anna, first.walletId);
  await prove(anna, createWallet());
  expect(await hear()).toEqual([
    expect.stringMatching(/was bound to your account.+payments of ETH from your balance are blocked for 24 hours\.$/u),
  ]);
});
