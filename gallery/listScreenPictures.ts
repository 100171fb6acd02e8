import { giveUniqueNames } from "./giveUniqueNames.ts";
import { listLooks } from "./listLooks.ts";
import { openLook } from "./openLook.ts";
import type { ScreenPicture } from "./picture.ts";
import { WALKS } from "./registry.ts";
import { showTexts } from "./texts.ts";

interface ScreenPictures {
  name: string;
  pictures: readonly ScreenPicture[];
}

/** The built screens, all or the wanted ones, with a picture of each look that the walks of their charts reach. */
export async function listScreenPictures(
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly ScreenPictures[]> {
  await showTexts("en");
  const wanted = [...WALKS].filter(([name]) => isWanted(name)).sort(([left], [right]) => (left < right ? -1 : 1));
  return Promise.all(
    wanted.map(async ([name, readWalks]) => {
      const looks = await Promise.all((await readWalks()).map(listLooks));
      const pictures = giveUniqueNames(looks.flat());
      return { name, pictures: pictures.map((look) => ({ name: look.name, node: (draw) => openLook(look, draw) })) };
    }),
  );
}
