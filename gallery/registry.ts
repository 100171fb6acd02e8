import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import type { Stories } from "./picture.ts";

const primitiveFiles = import.meta.glob<Stories>("/src/components/*/*.stories.tsx", {
  eager: true,
  import: "stories",
});

function nameByFile<Entry>(files: Readonly<Record<string, Entry>>): ReadonlyMap<string, Entry> {
  return new Map(
    Object.entries(files).map(([file, entry]) => [
      file.slice(file.lastIndexOf("/") + 1, file.lastIndexOf(".", file.length - 5)),
      entry,
    ]),
  );
}

/** By the component's name. */
export const PRIMITIVES: ReadonlyMap<string, Stories> = nameByFile(primitiveFiles);

const walkFiles = import.meta.glob<readonly ScreenWalk[]>("./screens/*.walk.tsx", { import: "walks" });

/**
 * How the charts of a screen are walked on it, by its folder in src/screens/; the app's frame, which is around every screen,
 * is `frame`.
 */
export const WALKS: ReadonlyMap<string, () => Promise<readonly ScreenWalk[]>> = nameByFile(walkFiles);
