import { listPictures } from "./listPictures.ts";
import type { Picture } from "./picture.ts";
import { SCREENS } from "./registry.ts";
import { showTexts } from "./texts.ts";

interface ScreenPictures {
  name: string;
  pictures: readonly Picture[];
}

/** Every built screen with a picture of each look that it can have. */
export async function listScreenPictures(): Promise<readonly ScreenPictures[]> {
  await showTexts("en");
  return await Promise.all(
    [...SCREENS].map(async ([name, screen]) => ({ name, pictures: listPictures(await screen.listCandidates()) })),
  );
}
