import { fromPromise } from "xstate";

import { type SolvencySummary, summarizeStatement } from "#domain/solvency/summarizeStatement.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

/** Without it the screen only has a line less. */
const QUIET = { isQuiet: true };

/** The newest statement of solvency. */
export function createSolvencyActors({ api }: { api: Api }) {
  return {
    read: fromPromise<SolvencySummary, ResourceInput<null>>(async ({ signal }) => {
      const { items } = await api.call(
        (client) => client.GET("/v1/system/solvency", { params: { query: { limit: 1 } }, signal }),
        QUIET,
      );
      return summarizeStatement(items[0] ?? { day: "", coins: [] });
    }),
  };
}
