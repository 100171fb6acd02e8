import type { WalkedModel } from "./model.ts";

/** Every model by machine name: beside a machine's file `<name>.machine.ts` stands its model, `<name>.model.ts`. */
export const MODELS: ReadonlyMap<string, WalkedModel> = new Map(
  Object.entries(import.meta.glob<WalkedModel>("../../machines/**/*.model.ts", { eager: true, import: "model" })).map(
    ([file, model]) => [file.slice(file.lastIndexOf("/") + 1, -".model.ts".length), model],
  ),
);

/** Names of all machines. */
export function listMachineNames(): string[] {
  return Object.keys(import.meta.glob("../../machines/**/*.machine.ts"))
    .map((file) => file.slice(file.lastIndexOf("/") + 1, -".machine.ts".length))
    .sort();
}
