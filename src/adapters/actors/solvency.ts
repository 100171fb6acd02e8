import { summarizeStatement } from "#domain/solvency/summarizeStatement.ts";

import { createResourceFlow } from "./resource.ts";

/** The newest statement of solvency. Without it the screen only has a line less, which is not worth a toast. */
export const solvencyFlow = createResourceFlow("solvency", async ({ api }, _: null, signal) => {
  const { items } = await api.get("/v1/system/solvency", { limit: 1 }, signal);
  return summarizeStatement(items[0] ?? { day: "", coins: [] });
});
