/** The messenger process's settings at its start. */
export interface TelegramSettings {
  readonly botToken: string;
  readonly appName: string;
  /** Address of the gateway, e.g. `http://localhost:8080`. */
  readonly gatewayOrigin: string;
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
    gatewayOrigin: read("DEVNET_ORIGIN"),
    stateFile: read("DEVNET_TELEGRAM_STATE"),
  };
}
