import type { App } from "#server/app.ts";
import type { BotApi } from "./botApi.ts";

/** One of a kind for each connected bot: what the messenger says to one is nothing to another. */
export function keepPerBot<Kept>(create: (app: App) => Kept): (app: App) => Kept {
  const known = new WeakMap<BotApi, Kept>();
  return (app) => {
    const kept = known.get(app.telegram) ?? create(app);
    known.set(app.telegram, kept);
    return kept;
  };
}
