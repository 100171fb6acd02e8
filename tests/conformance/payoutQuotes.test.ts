import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import type { DataOf } from "#server/calls/handler.ts";
import type { Database } from "#server/db/database.ts";
import { payAutomatically } from "#server/payouts/autoPayoutsJob.ts";
import { payoutQuote } from "#server/payouts/quote.ts";
import type { ChainPayoutLab } from "#tests/support/chains/chainPayoutLab.ts";
import { createKeypair } from "#tests/support/chains/solanaLab.ts";
import { type SolanaPayoutLab, startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { startTonPayoutLab, type TonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { createTonWallet } from "#tests/support/chains/tonWallet.ts";
import { createStranger, toHex } from "#tests/support/chains/tronLab.ts";
import { startTronPayoutLab, type TronPayoutLab } from "#tests/support/chains/tronPayoutLab.ts";
import { openTestDatabase } from "#tests/support/database.ts";

const ANNA = 701n;
const BEN = 702n;
const FEE_SHOWN = { messageKey: "withdraw:problem.amountTooSmall" };
const REST_SHOWN = { messageKey: "withdraw:problem.belowNewAccount" };

/** A person with money, whose proven wallet is an address that the chain does not know yet. */
async function openPoorWallet(lab: ChainPayoutLab, address: string, owner = ANNA): Promise<void> {
  const { walletType } = COINS[lab.lab.coinType];
  await lab.deposit(owner, lab.grossBase);
  await lab.app.database.kysely
    .updateTable("wallet")
    .set({ address, address_key: toAddressKey(walletType, address) })
    .where("tg_user_id", "=", owner)
    .execute();
}

function ask({ app, lab: { coinType } }: ChainPayoutLab, amount: string): Promise<DataOf<"payoutQuote">> {
  const call = {
    user: { tgUserId: ANNA, sessionId: "session" },
    bearer: null,
    paymentCode: null,
    query: { coinType, amount },
    body: null,
    requestId: null,
    ip: "127.0.0.1",
    language: "en",
    scheme: "https",
    host: "app.example",
  } as const;
  return payoutQuote(call, app);
}

async function countQuotes({ app }: ChainPayoutLab): Promise<number> {
  return (await app.database.kysely.selectFrom("payout_quote").select("quote_id").execute()).length;
}

describe("a quote for a Solana wallet without an account", () => {
  let database: Database;
  let lab: SolanaPayoutLab;
  const address = createKeypair("a new account").publicKey.toBase58();
  beforeAll(async () => {
    database = await openTestDatabase();
    lab = await startSolanaPayoutLab(database, "Solana quotes");
    await openPoorWallet(lab, address);
  });
  afterAll(async () => {
    await lab?.stop();
    await database?.close();
  });

  // The rent of an account is 0.00089088, the fee 0.00001.
  it.each(["0.000011", "0.0005", "0.000891", "0.0009"])("is refused where %s is too little for one", async (amount) => {
    await expect(ask(lab, amount)).rejects.toMatchObject({ key: "invalidRequest", ...REST_SHOWN });
    expect(await countQuotes(lab)).toBe(0);
  });

  it("is refused where the fee takes all of it", async () => {
    await expect(ask(lab, "0.00001")).rejects.toMatchObject({ key: "invalidRequest", ...FEE_SHOWN });
  });

  it("is given where what arrives opens it", async () => {
    const { gross, net } = await ask(lab, "0.000901");
    expect([gross, net]).toEqual(["0.000901", "0.000891"]);
  });

  it("is given for less once the account is there", async () => {
    lab.lab.chain.adjust(address, 1_000_000n);
    await lab.mine(1);
    expect(await ask(lab, "0.0005")).toMatchObject({ gross: "0.0005", net: "0.00049" });
  });

  it("keeps no automatic payout from opening one", async () => {
    await openPoorWallet(lab, createKeypair("another new account").publicKey.toBase58(), BEN);
    const { kysely } = database;
    const asked = {
      tg_user_id: BEN,
      coin_type: "sol",
      max_fee_base: 1_000_000n,
      created_at: lab.app.clock.now(),
    } as const;
    await kysely.insertInto("auto_payout").values(asked).execute();
    await payAutomatically(lab.lab.coinType).run(lab.app, new AbortController().signal);
    const payouts = await kysely.selectFrom("payout").select(["tg_user_id", "gross_base", "status"]).execute();
    expect(payouts).toEqual([{ tg_user_id: BEN, gross_base: lab.grossBase, status: "queued" }]);
  });
});

describe("a quote for a Tron wallet that is not activated", () => {
  let database: Database;
  let lab: TronPayoutLab;
  const address = createStranger("a new account");
  beforeAll(async () => {
    database = await openTestDatabase();
    lab = await startTronPayoutLab(database, "Tron quotes");
    await openPoorWallet(lab, address);
  });
  afterAll(async () => {
    await lab?.stop();
    await database?.close();
  });

  it("has the fee of the activation in it", async () => {
    expect(await ask(lab, "5")).toMatchObject({ gross: "5", fee: "1.1", net: "3.9" });
    await expect(ask(lab, "1.1")).rejects.toMatchObject({ key: "invalidRequest", ...FEE_SHOWN });
  });

  it("has the bandwidth alone in it once the wallet is activated", async () => {
    lab.lab.chain.fund(toHex(address), 1);
    await lab.mine(1);
    const { fee } = await ask(lab, "5");
    expect(Number(fee)).toBeLessThan(0.3);
  });
});

describe("a quote for a TON wallet that is not deployed", () => {
  let database: Database;
  let lab: TonPayoutLab;
  beforeAll(async () => {
    database = await openTestDatabase();
    lab = await startTonPayoutLab(database, "TON quotes");
    await openPoorWallet(lab, createTonWallet("a new account").contract.address.toRawString());
  });
  afterAll(async () => {
    await lab?.stop();
    await database?.close();
  });

  it("is given for whatever the fee leaves", async () => {
    expect(await ask(lab, "0.006001")).toMatchObject({ fee: "0.006", net: "0.000001" });
    await expect(ask(lab, "0.006")).rejects.toMatchObject({ key: "invalidRequest", ...FEE_SHOWN });
  });
});
