import { MODELS } from "./registry.ts";
import { walkModel, type ReachedSnapshot } from "./walkModel.ts";

/** One snapshot for every place that a machine can reach, with the way there. Takes as long as the machine's walk. */
export async function reachableSnapshots(name: string): Promise<readonly ReachedSnapshot[]> {
  const model = MODELS.get(name);
  if (model === undefined) throw new Error(`no model of ${name}`);
  return (await walkModel(model)).snapshots;
}
