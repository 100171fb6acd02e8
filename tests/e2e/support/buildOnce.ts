import path from "node:path";
import { buildApp } from "#devnet/buildApp.ts";

/** Builds the app before the first world opens: two that open together would build into one folder. */
export default async function buildOnce(): Promise<void> {
  await buildApp(path.join(import.meta.dirname, "../../.."));
}
