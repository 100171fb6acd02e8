import { Address } from "@ton/core";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { COINS } from "#domain/coins.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { chooseTonKey, listTonKeys, TON_SETTINGS, type TonConfig, type TonKey } from "../ton/settings.ts";
import { V5R1 } from "../ton/wallets.ts";
import type { ChainConfig, SettingSpec } from "../settings.ts";
import type { Jetton } from "./jettonWallet.ts";

/** USDT on the main network: its master, and the code of its wallets by its hash. */
export const MAIN_JETTON: Jetton = {
  master: Address.parse("EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs"),
  walletCodeHash: "8f452d7a4dfd74066b682365177259ed05734435be76b5fd4bd5d8af2b7c3d68",
};

export interface UsdtConfig extends TonConfig {
  jetton: Jetton;
  payoutFeeBase: bigint;
  /** The treasuries of the network's own coin, also former ones: what comes to them of USDT is in no books. */
  gramTreasuries: readonly string[];
  /** Wallets whose coins at the treasury are fuel. */
  fuelAddresses: readonly string[];
}

/** Several times what a payout costs at the known prices, its gas in the network's coin. */
const PAYOUT_FEE_BASE = 100_000n;

export const USDT_SETTINGS: SettingSpec<UsdtConfig, TonKey> = {
  ...TON_SETTINGS,
  coinType: "usdt",
  prefix: "USDT",
  nodePrefix: "TON",
  fuelCoin: "ton",
  // Older wallets send on four messages by one of theirs.
  readKey: (text, asked) =>
    chooseTonKey(
      listTonKeys(text).filter(({ wallet }) => wallet.kind === V5R1),
      asked,
    ),
  keyOwner: "a wallet v5r1 at ",
  complete(config, reader, key) {
    const gramTreasuries = readGramTreasuries(reader);
    checkSeparate(config, gramTreasuries, reader);
    return {
      ...TON_SETTINGS.complete(config, reader, key),
      jetton: readJetton(reader),
      gramTreasuries,
      fuelAddresses: readAddresses(reader, "USDT_FUEL_ADDRESSES"),
      payoutFeeBase: reader.readAmount("USDT_PAYOUT_FEE", PAYOUT_FEE_BASE, COINS.usdt.decimals),
    };
  },
};

/** What moves USDT pays in the network's coin, and would be missing in that coin's books. */
function checkSeparate(
  { treasuryAddress }: ChainConfig,
  gramTreasuries: readonly string[],
  { fail }: SettingReader,
): void {
  if (treasuryAddress !== "" && gramTreasuries.some((other) => isSameAddress("Ton", treasuryAddress, other))) {
    fail("USDT_TREASURY_ADDRESS must not be TON_TREASURY_ADDRESS: its coins are fuel, and nobody's", null);
  }
}

function readGramTreasuries(reader: SettingReader): string[] {
  const address = ADDRESS_RULES.Ton.normalize(reader.readText("TON_TREASURY_ADDRESS") ?? "");
  const words = reader.readText("TON_TREASURY_KEY");
  const ofWords = address === null && words !== null ? TON_SETTINGS.readKey(words, null)?.address : undefined;
  const present = address ?? ofWords;
  return [...(present === undefined ? [] : [present]), ...readAddresses(reader, "TON_OLD_TREASURY_ADDRESSES")];
}

function readAddresses({ readList, fail }: SettingReader, setting: string): string[] {
  return readList(setting).flatMap(
    (text) => ADDRESS_RULES.Ton.normalize(text) ?? fail(`${setting} must be addresses of TON, separated by commas`, []),
  );
}

/** With the main network's master no other code counts: only its own wallets hold what is worth something. */
function readJetton({ readText, isProduction, fail }: SettingReader): Jetton {
  const walletCodeHash = (readText("USDT_WALLET_CODE_HASH") ?? MAIN_JETTON.walletCodeHash).toLowerCase();
  const address = ADDRESS_RULES.Ton.normalize(readText("USDT_MASTER_ADDRESS") ?? MAIN_JETTON.master.toString());
  if (address === null) return fail("USDT_MASTER_ADDRESS must be an address of TON", MAIN_JETTON);
  const master = Address.parse(address);
  if (!/^[0-9a-f]{64}$/u.test(walletCodeHash)) return fail("USDT_WALLET_CODE_HASH must be 64 hex digits", MAIN_JETTON);
  if (isProduction && master.equals(MAIN_JETTON.master) && walletCodeHash !== MAIN_JETTON.walletCodeHash) {
    return fail("USDT_WALLET_CODE_HASH is not that of the main network's USDT", MAIN_JETTON);
  }
  return { master, walletCodeHash };
}
