import { isSameAddress, toAddressKey } from "#domain/address/addressKey.ts";
import { createSeedSigner, readPublicKey } from "#server/signers/seedSigner.ts";
import type { ChainConfig, SettingSpec, TreasuryKey } from "../settings.ts";
import { readMnemonicSeed } from "./mnemonic.ts";
import { isPublicTreasury, listWallets, type TreasuryWallet } from "./treasury.ts";

export interface TonConfig extends ChainConfig {
  /** The host that proofs are made for. */
  proofDomain: string;
  /** The treasury's wallet where its key is here; else it is read from the chain. */
  wallet: TreasuryWallet | null;
}

interface TonKey extends TreasuryKey {
  wallet: TreasuryWallet;
}

export const TON_SETTINGS: SettingSpec<TonConfig, TonKey> = {
  coinType: "ton",
  prefix: "TON",
  endpoints: "TON_API_URLS",
  hasNodeKeys: true,
  hasKms: false,
  algorithm: "ed25519",
  // A masterchain block is final once it is there.
  confirmations: 1,
  readKey(text, asked) {
    const seed = readMnemonicSeed(text);
    if (seed === null) return null;
    const keys = listWallets(readPublicKey(seed)).map((wallet): TonKey => {
      const address = wallet.address.toString({ bounceable: false });
      return { address, signer: createSeedSigner(seed), wallet };
    });
    return keys.find(({ address }) => asked !== null && isSameAddress("Ton", address, asked)) ?? keys[0] ?? null;
  },
  keyForm: "the 24 words of a wallet",
  keyOwner: "a wallet v4r2 or v5r1 at ",
  publicTreasury: {
    isRefused: (address) => isPublicTreasury(toAddressKey("Ton", address)),
    reason: "must not be the treasury of npm start: everybody has its key",
  },
  misfits: [
    {
      isRefused: (address) => toAddressKey("Ton", address).startsWith("-1:"),
      reason: "must not be on the masterchain, whose fees are higher",
    },
  ],
  complete: (config, { readText }, key) => ({
    ...config,
    proofDomain: URL.parse(readText("PUBLIC_URL") ?? "")?.host ?? "",
    wallet: key?.wallet ?? null,
  }),
};
