import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { startServerProcess } from "#tests/support/serverProcess.ts";

const TREASURY_ADDRESS = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

/** Starts the server with production's settings in its own process, a messenger without updates and nodes that never answer. */
export async function startBenchServer(databaseUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const botApi = await startQuietBotApi();
  const settings = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://hongbao.example",
    DATABASE_URL: databaseUrl,
    BOT_API_URL: botApi.url,
    TRUSTED_PROXIES: "none",
    COINS: "eth",
    ETH_RPC_URLS: "https://node.hongbao.example,https://node.other.example",
    ETH_TREASURY_ADDRESS: TREASURY_ADDRESS,
    SMTP_URL: "smtps://mail.example",
  };
  const server = await startServerProcess(settings).catch(async (error: unknown) => {
    await botApi.stop();
    throw error;
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await botApi.stop();
    },
  };
}
