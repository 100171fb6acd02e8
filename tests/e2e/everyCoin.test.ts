import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TonSigner } from "#devnet/tonWallet/tonSigner.ts";
import { COINS as DOMAIN_COINS, type CoinType, type WalletType } from "#domain/coins.ts";
import { audit } from "./support/audit.ts";
import { openPassphraseForm, readOpenedAmount, tryPassphrase } from "./support/claimEnvelope.ts";
import { getAccount } from "./support/ethereum.ts";
import { approvePayment, connectWallet, openPaymentPage, proveOwnership, startPaying } from "./support/paymentPage.ts";
import { goTo, openFromGroup, openPerson, pressMainAction, pressMessageButton } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { getSolanaAccount, SOLANA_WALLET } from "./support/solanaWallet.ts";
import { openTonWallet, setTonWallet } from "./support/tonWallet.ts";
import { getTronAccount, TRON_WALLET } from "./support/tronWallet.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

interface Coin {
  readonly coinType: CoinType;
  readonly walletType: WalletType;
  readonly totalAmount: string;
  readonly passphrase: string;
}

const COINS: readonly Coin[] = [
  { coinType: "eth", walletType: "ETH", totalAmount: "0.02", passphrase: "Spring Rain" },
  { coinType: "sol", walletType: "Solana", totalAmount: "0.3", passphrase: "Summer Sea" },
  { coinType: "tron", walletType: "Tron", totalAmount: "10", passphrase: "Autumn Leaf" },
  { coinType: "ton", walletType: "Ton", totalAmount: "0.5", passphrase: "Winter Sun" },
];
/** Before the test ids of the wallets in the payment page. */
const WALLETS = { ETH: "wallet", Solana: SOLANA_WALLET, Tron: TRON_WALLET } as const;

let world: World;
let sender: Person;

beforeAll(async () => {
  world = await openWorld({ coins: "eth,sol,tron,ton" });
  const { solana, tron } = world.stack.info;
  for (const url of [solana?.rpcUrl, tron?.fullHost]) world.watch.allow(url ?? "");
});
afterAll(async () => {
  await world?.close();
});

async function readAddress(walletType: WalletType): Promise<string> {
  const { stack } = world;
  if (walletType === "ETH") return getAccount(stack, 1).address;
  if (walletType === "Solana") return getSolanaAccount(stack, 1).address;
  if (walletType === "Tron") return getTronAccount(stack, 1).address;
  const { ton } = stack.info;
  return ton === null ? "" : (await new TonSigner(ton.apiUrl, ton.fundedKeys).describe(1)).address;
}

/** From the start page: sends the coin to the group, and waits at the order. */
async function prepare({ app, t }: Person, { coinType, totalAmount, passphrase }: Coin): Promise<void> {
  await app.getByRole("link", { name: "Friday lunch" }).first().click();
  await app.getByRole("radio", { name: t(`envelope:coin.${coinType}`) }).check({ force: true });
  await app.getByLabel(t("envelope:send.totalAmount")).fill(totalAmount);
  await app.getByLabel(t("envelope:send.count")).fill("1");
  await app.getByRole("textbox", { name: t("envelope:send.passphrase") }).fill(passphrase);
  await app.getByLabel(t("envelope:send.remark")).fill(`In ${coinType}`);
  await pressMainAction(sender, t("envelope:send.submit"));
  await app.getByText(t("envelope:send.state.awaitingPayment")).waitFor();
}

async function payOutside(walletType: keyof typeof WALLETS): Promise<void> {
  const payment = await openPaymentPage(world, sender, WALLETS[walletType]);
  await connectWallet(payment, { index: 1 });
  await proveOwnership(payment);
  await startPaying(payment);
  await approvePayment(payment);
  await payment.page.getByText(payment.t("wallet:payment.successText")).waitFor();
  await payment.page.close();
}

async function payInside(amount: string): Promise<void> {
  const { app, t } = sender;
  await setTonWallet(world, { mode: "agree", accountIndex: 1 });
  await pressMainAction(sender, t("envelope:send.payHere", { amount }));
  await app.getByText(t("wallet:connection.proofText")).waitFor();
  const wallet = await openTonWallet(sender);
  await app.getByText(t("wallet:payment.state.reviewing")).waitFor();
  await pressMainAction(sender, t("wallet:payment.pay", { amount }));
  await app.getByText(t("envelope:send.state.live")).waitFor();
  await wallet.close();
}

describe("all coins in one app", () => {
  runInOrder(() => world);

  it("a person binds a wallet of each kind", async () => {
    sender = await openPerson(world, 1);
    const { app, t } = sender;
    await openFromGroup(sender);
    await goTo(sender, "/addWallet");
    for (const { walletType } of COINS) {
      await app.getByRole("radio", { name: t(`wallet:type.${walletType}`) }).check({ force: true });
      await app.getByRole("textbox").fill(await readAddress(walletType));
      await pressMainAction(sender, t("wallet:binding.submit"));
      await app.getByText(t("wallet:binding.state.bound")).waitFor();
      await pressMainAction(sender, t("wallet:binding.continue"));
    }
    await app.getByText(t("wallet:binding.allBound")).waitFor();
    expect(await readText(app.getByRole("main"))).toContain((await readAddress("Tron")).slice(0, 6));
  });

  it.each(COINS)("an envelope in $coinType is paid and goes live", async (coin) => {
    const { app, t } = sender;
    await goTo(sender, "/homePage");
    await prepare(sender, coin);
    const { walletType } = coin;
    if (walletType === "Ton") await payInside(`${coin.totalAmount}\u00a0GRAM`);
    else await payOutside(walletType);
    await app.getByText(t("envelope:send.state.live")).waitFor();
    expect(await readText(app.getByRole("main"))).toContain(`In ${coin.coinType}`);
  });

  it.each(COINS)("another person claims the envelope in $coinType", async ({ coinType, totalAmount, passphrase }) => {
    const ben = await openPerson(world, 2);
    await pressMessageButton(ben, new RegExp(`In ${coinType}\\b`));
    await openPassphraseForm(ben);
    expect((await tryPassphrase(ben, passphrase)).status()).toBe(200);
    expect(await readOpenedAmount(ben, DOMAIN_COINS[coinType].ticker)).toBe(totalAmount);
    await ben.close();
  });

  it("every invariant of the database is true", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});
