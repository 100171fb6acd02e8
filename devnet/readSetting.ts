/** What the user set; undefined where it is left out or empty. */
export function readSetting(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

/** A chain's treasury, the user's or the devnet's own, whose key would not fit another: the server is told of its own. */
export function placeTreasury(
  coin: "SOL" | "TON" | "TRON" | "USDT",
  { address, key }: { address: string; key: string },
  env: NodeJS.ProcessEnv,
): { readonly address: string; readonly serverEnv: Readonly<Record<string, string>> } {
  const names = { address: `${coin}_TREASURY_ADDRESS`, key: `${coin}_TREASURY_KEY` };
  const given = readSetting(env, names.address);
  const isSet = given !== undefined || readSetting(env, names.key) !== undefined;
  return { address: given ?? address, serverEnv: isSet ? {} : { [names.address]: address, [names.key]: key } };
}
