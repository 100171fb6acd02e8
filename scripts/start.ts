/** `npm start`: runs the whole product on this machine, with stand-ins for external services. */
import { runStack } from "#devnet/runStack.ts";

await runStack(false);
