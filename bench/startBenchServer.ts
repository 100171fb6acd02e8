import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { startServerProcess } from "#tests/support/serverProcess.ts";

/** Starts the server with production's settings in its own process, and a messenger without updates. */
export async function startBenchServer(databaseUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const botApi = await startQuietBotApi();
  const settings = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://hongbao.example",
    DATABASE_URL: databaseUrl,
    BOT_API_URL: botApi.url,
    TRUSTED_PROXIES: "none",
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
