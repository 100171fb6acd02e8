import { MODELS } from "./registry.ts";
import { walkModel, type ReachedSnapshot } from "./walkModel.ts";

const walks = new Map<string, Promise<readonly ReachedSnapshot[]>>();

/** One snapshot for every place that a machine can reach, with the way there. The first call walks the machine. */
export function reachableSnapshots(name: string): Promise<readonly ReachedSnapshot[]> {
  const walk = walks.get(name) ?? listReached(name);
  walks.set(name, walk);
  return walk;
}

async function listReached(name: string): Promise<readonly ReachedSnapshot[]> {
  const model = MODELS.get(name);
  if (model === undefined) throw new Error(`no model of ${name}`);
  return (await walkModel(model)).snapshots;
}
