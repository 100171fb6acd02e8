import { readSetting } from "./readSetting.ts";

/** The server's settings for the devnet's own treasury; none where the user set one, which its key would not fit. */
export function writeTreasury(
  coin: "SOL" | "TON" | "TRON",
  { address, key }: { address: string; key: string },
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const names = { address: `${coin}_TREASURY_ADDRESS`, key: `${coin}_TREASURY_KEY` };
  const isSet = Object.values(names).some((name) => readSetting(env, name) !== undefined);
  return isSet ? {} : { [names.address]: address, [names.key]: key };
}
