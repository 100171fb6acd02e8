import { giveUniqueNames } from "./giveUniqueNames.ts";
import { listPictures } from "./listPictures.ts";
import { listLooks } from "./listLooks.ts";
import { openLook } from "./openLook.ts";
import type { ScreenPicture } from "./picture.ts";
import { SCREENS, WALKS } from "./registry.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";
import { showTexts } from "./texts.ts";

interface ScreenPictures {
  name: string;
  pictures: readonly ScreenPicture[];
}

/** The built screens, all or the wanted ones, with a picture of each look that they can have. */
export async function listScreenPictures(
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly ScreenPictures[]> {
  await showTexts("en");
  const screens: ScreenPictures[] = [];
  // One after the other: each is drawn to see how it looks.
  for (const name of [...SCREENS.keys(), ...WALKS.keys()].sort()) {
    if (!isWanted(name)) continue;
    const candidates = (await SCREENS.get(name)?.listCandidates()) ?? [];
    const walks = (await WALKS.get(name)?.()) ?? [];
    screens.push({ name, pictures: [...(await listPictures(candidates)), ...(await listWalked(walks))] });
  }
  return screens;
}

/** A picture of each look that the walks of a screen reach. */
async function listWalked(walks: readonly ScreenWalk[]): Promise<readonly ScreenPicture[]> {
  const looks = await Promise.all(walks.map(listLooks));
  return giveUniqueNames(looks.flat()).map((look) => ({ name: look.name, node: (draw) => openLook(look, draw) }));
}
