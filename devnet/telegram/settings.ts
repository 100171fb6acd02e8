/** Settings of the messenger process at its start. */
export interface TelegramSettings {
  readonly botToken: string;
  readonly appName: string;
  /** Where the door answers, like `http://localhost:8080`. */
  readonly doorOrigin: string;
  readonly stateFile: string;
}

export function readTelegramSettings(env: NodeJS.ProcessEnv): TelegramSettings {
  const read = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === "") throw new Error(`${name} is missing`);
    return value;
  };
  return {
    botToken: read("BOT_TOKEN"),
    appName: read("BOT_APP_NAME"),
    doorOrigin: read("DEVNET_ORIGIN"),
    stateFile: read("DEVNET_TELEGRAM_STATE"),
  };
}
