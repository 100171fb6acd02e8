import { createSeedSigner } from "#server/signers/seedSigner.ts";
import type { ChainConfig, SettingSpec, TreasuryKey } from "../settings.ts";
import { isPublicTreasury, readTreasuryKey } from "./treasury.ts";

export const SOLANA_SETTINGS: SettingSpec<ChainConfig, TreasuryKey> = {
  coinType: "sol",
  prefix: "SOL",
  endpoints: "SOL_RPC_URLS",
  hasNodeKeys: false,
  hasKms: false,
  algorithm: "ed25519",
  // A block is finalized when so many follow on it; a node's own word decides.
  confirmations: 32,
  readKey(text) {
    const key = readTreasuryKey(text);
    return key === null ? null : { address: key.address, signer: createSeedSigner(key.seed) };
  },
  keyForm: "base58 of 64 bytes, as wallets export it",
  keyOwner: "",
  publicTreasury: {
    isRefused: isPublicTreasury,
    reason: "must not be the treasury of npm start: everybody has its key",
  },
  misfits: [],
  complete: (config) => config,
};
