import { listPictures } from "./listPictures.ts";
import type { Picture } from "./picture.ts";
import { SCREENS } from "./registry.ts";
import { showTexts } from "./texts.ts";

interface ScreenPictures {
  name: string;
  pictures: readonly Picture[];
}

/** The built screens, all or the wanted ones, with a picture of each look that they can have. */
export async function listScreenPictures(
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly ScreenPictures[]> {
  await showTexts("en");
  const screens: ScreenPictures[] = [];
  // One after the other: each is drawn to see how it looks.
  for (const [name, screen] of SCREENS) {
    if (!isWanted(name)) continue;
    screens.push({ name, pictures: await listPictures(await screen.listCandidates()) });
  }
  return screens;
}
