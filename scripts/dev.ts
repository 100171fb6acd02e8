/** `npm run dev`: the same as `npm start`, with the app served by Vite and reloaded as it is written. */
import { runStack } from "#devnet/runStack.ts";

await runStack(true);
