import { systemClock } from "./clock.ts";
import { ConfigError, readConfig } from "./config.ts";
import { type Server, createServer } from "./createServer.ts";
import { DatabaseUnavailable } from "./db/database.ts";
import { systemRandom } from "./random.ts";
import { StartError } from "./startError.ts";

/** Ends the process if a close takes longer than this. */
const CLOSE_TIMEOUT_MS = 10_000;

/** The message for the operator: known problems in one line, others with their stack. */
function describeFailure(error: unknown): string {
  if (error instanceof ConfigError) return `settings: ${error.message}`;
  if (error instanceof StartError || error instanceof DatabaseUnavailable) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function exitWith(error: unknown): never {
  process.stderr.write(`hongbao cannot start: ${describeFailure(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const server = await createServer(readConfig(process.env), { clock: systemClock, random: systemRandom });
  stopOnSignal(server);
  try {
    const address = await server.listen();
    server.app.logger.info({ address }, "listening");
  } catch (error) {
    await server.close();
    throw error;
  }
}

function stopOnSignal(server: Server): void {
  const stop = (signal: NodeJS.Signals) => {
    server.app.logger.info({ reason: signal }, "stopping");
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        server.app.logger.error({ error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

await start().catch(exitWith);
