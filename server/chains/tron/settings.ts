import { createKeySigner } from "#server/signers/keySigner.ts";
import type { ChainConfig, SettingSpec, TreasuryKey } from "../settings.ts";
import { formatKey, isPublicTreasury, readKeyAddress } from "./treasury.ts";

export const TRON_SETTINGS: SettingSpec<ChainConfig, TreasuryKey> = {
  coinType: "tron",
  prefix: "TRON",
  endpoints: "TRON_API_URLS",
  hasNodeKeys: true,
  hasKms: false,
  algorithm: "secp256k1",
  // As many producers as make a block solid.
  confirmations: 19,
  readKey(text) {
    const address = readKeyAddress(text);
    return address === null ? null : { address, signer: createKeySigner(formatKey(text)) };
  },
  keyForm: "64 hex digits",
  keyOwner: "",
  publicTreasury: {
    isRefused: isPublicTreasury,
    reason: "must not be the treasury of npm start: everybody has its key",
  },
  misfits: [],
  complete: (config) => config,
};
