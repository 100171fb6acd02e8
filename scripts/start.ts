/** `npm start`: the whole product on this machine, with stand-ins for the outside world. */
import { runStack } from "#devnet/runStack.ts";

await runStack(false);
