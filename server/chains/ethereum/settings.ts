import { createKeySigner } from "#server/signers/keySigner.ts";
import type { ChainConfig, SettingSpec, TreasuryKey } from "../settings.ts";
import { isPublicTreasury, readKeyAddress } from "./treasury.ts";

export const ETHEREUM_SETTINGS: SettingSpec<ChainConfig, TreasuryKey> = {
  coinType: "eth",
  prefix: "ETH",
  endpoints: "ETH_RPC_URLS",
  hasNodeKeys: false,
  hasKms: true,
  algorithm: "secp256k1",
  confirmations: 12,
  readKey(text) {
    const address = readKeyAddress(text);
    return address === null ? null : { address, signer: createKeySigner(text) };
  },
  keyForm: "0x and 64 hex digits",
  keyOwner: "",
  publicTreasury: {
    isRefused: isPublicTreasury,
    reason: "must be no account of a development node: everybody has its key",
  },
  misfits: [],
  complete: (config) => config,
};
