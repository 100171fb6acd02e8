/** `npm run dev`: like `npm start`, but Vite serves the app with hot reload. */
import { runStack } from "#devnet/runStack.ts";

await runStack(true);
