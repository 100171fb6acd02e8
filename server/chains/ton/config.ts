import { toAddressKey } from "#domain/address/addressKey.ts";
import { normalizeTonAddress } from "#domain/address/ton.ts";
import { COINS } from "#domain/coins.ts";
import type { SettingReader } from "#server/settingReader.ts";
import { createRemoteSigner } from "#server/signers/remoteSigner.ts";
import { createSeedSigner, readPublicKey } from "#server/signers/seedSigner.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { ConfiguredChain } from "../readChains.ts";
import { readOldTreasuries } from "../readOldTreasuries.ts";
import { connectTon } from "./connect.ts";
import { readTonFacts } from "./facts.ts";
import { readMnemonicSeed } from "./mnemonic.ts";
import type { TonEndpoint } from "./nodeApi.ts";
import { isPublicTreasury, listWallets, type TreasuryWallet } from "./treasury.ts";

/** A masterchain block is final once it is there. */
const CONFIRMATIONS = 1;
const DECIMALS = COINS.ton.baseDecimals;

export interface TonConfig {
  endpoints: readonly TonEndpoint[];
  /** Friendly, not bounceable. */
  treasuryAddress: string;
  /** Addresses that were the treasury before; what still arrives there counts. */
  oldTreasuryAddresses: readonly string[];
  confirmations: number;
  /** URL with {txHash} in it, or null for a chain without an explorer. */
  explorerTx: string | null;
  /** The host that proofs are made for. */
  proofDomain: string;
  /** Signs payouts; null where nothing is paid out. */
  signer: Signer | null;
  /** The treasury's wallet where its key is here; else it is read from the chain. */
  wallet: TreasuryWallet | null;
}

/** Reads the settings of TON. Null if there are none and TON is not open. */
export function readTon(reader: SettingReader, isNeeded: boolean): ConfiguredChain | null {
  const { readText, readNodes, readAtLeast, readAmount, fail } = reader;
  const urls = readNodes("TON_API_URLS");
  const hasTreasury = readText("TON_TREASURY_ADDRESS") !== null || readText("TON_TREASURY_KEY") !== null;
  if (urls.length === 0 && !hasTreasury && !isNeeded) return null;
  if (urls.length === 0) fail("TON_API_URLS is missing", null);
  const explorerTx = readText("TON_EXPLORER_TX");
  if (explorerTx !== null && !explorerTx.includes("{txHash}")) fail("TON_EXPLORER_TX must contain {txHash}", null);
  const keys = (readText("TON_API_KEY") ?? "").split(",").map((key) => key.trim());
  const treasury = readTreasury(reader);
  const config: TonConfig = {
    // A key goes to the node of its place alone: another provider has no use for it.
    endpoints: urls.map((url, place) => {
      const key = keys[place] ?? "";
      return { url: url.replace(/\/jsonRPC$/i, ""), apiKey: key === "" ? null : key };
    }),
    treasuryAddress: treasury.address,
    oldTreasuryAddresses: readOldTreasuries(reader, {
      setting: "TON_OLD_TREASURY_ADDRESSES",
      chainName: "TON",
      walletType: "Ton",
      treasuryAddress: treasury.address,
      normalize: normalizeTonAddress,
      isPublic: (address) => isPublicTreasury(toAddressKey("Ton", address)),
    }),
    confirmations: readAtLeast("TON_CONFIRMATIONS", CONFIRMATIONS),
    explorerTx,
    proofDomain: URL.parse(readText("PUBLIC_URL") ?? "")?.host ?? "",
    signer: treasury.signer,
    wallet: treasury.wallet,
  };
  return {
    facts: readTonFacts(config),
    payoutLimits: {
      personPerDayBase: readAmount("TON_PAYOUT_DAY_LIMIT", COINS.ton.maxBase, DECIMALS),
      allPerHourBase: readAmount("TON_PAYOUT_HOUR_LIMIT", COINS.ton.maxBase * 10n, DECIMALS),
    },
    hasSigner: config.signer !== null,
    secrets: [
      ...urls,
      ...keys.filter((key) => key !== ""),
      ...["TON_TREASURY_KEY", "TON_SIGNER_URL", "TON_SIGNER_TOKEN"].flatMap((name) => readText(name) ?? []),
    ],
    connect: (logger) => connectTon(config, logger),
  };
}

interface Treasury {
  address: string;
  signer: Signer | null;
  wallet: TreasuryWallet | null;
}

/** A key in the settings signs here; else a signer that answers at a URL. */
function readTreasury(reader: SettingReader): Treasury {
  const { isProduction, readText, fail } = reader;
  const nothing: Treasury = { address: "", signer: null, wallet: null };
  const text = readText("TON_TREASURY_ADDRESS");
  const key = readText("TON_TREASURY_KEY");
  if (text === null && key === null) return fail("TON_TREASURY_ADDRESS is missing", nothing);
  const address = text === null ? null : normalizeTonAddress(text);
  if (text !== null && address === null) return fail("TON_TREASURY_ADDRESS must be an address of TON", nothing);
  if (key !== null && readText("TON_SIGNER_URL") !== null) {
    return fail("give TON_TREASURY_KEY or TON_SIGNER_URL, not both", nothing);
  }
  if (address !== null && toAddressKey("Ton", address).startsWith("-1:")) {
    return fail("TON_TREASURY_ADDRESS must not be on the masterchain, whose fees are higher", nothing);
  }
  const treasury = key === null ? readNamed(reader, address ?? "") : readKeyed(reader, key, address);
  return isProduction && isPublicTreasury(toAddressKey("Ton", treasury.address))
    ? fail("TON_TREASURY_ADDRESS must not be the treasury of npm start: everybody has its key", nothing)
    : treasury;
}

function readKeyed({ fail }: SettingReader, key: string, address: string | null): Treasury {
  const nothing: Treasury = { address: address ?? "", signer: null, wallet: null };
  const seed = readMnemonicSeed(key);
  if (seed === null) return fail("TON_TREASURY_KEY must be the 24 words of a wallet", nothing);
  const wallets = listWallets(readPublicKey(seed));
  const wallet = wallets.find(
    (candidate) => address === null || candidate.address.toRawString() === toAddressKey("Ton", address),
  );
  if (wallet === undefined) {
    return fail("TON_TREASURY_KEY is not the key of a wallet v4r2 or v5r1 at TON_TREASURY_ADDRESS", nothing);
  }
  const own = wallet.address.toString({ bounceable: false });
  return { address: address ?? own, signer: createSeedSigner(seed), wallet };
}

function readNamed({ readText, checkUrl, isProduction, fail }: SettingReader, address: string): Treasury {
  const treasury: Treasury = { address, signer: null, wallet: null };
  const url = readText("TON_SIGNER_URL");
  if (url === null) return treasury;
  checkUrl("TON_SIGNER_URL", url, isProduction ? ["https"] : ["http", "https"]);
  const token = readText("TON_SIGNER_TOKEN");
  return token === null
    ? fail("TON_SIGNER_TOKEN is missing", treasury)
    : { ...treasury, signer: createRemoteSigner({ url, token, algorithm: "ed25519" }) };
}
