import { openStage } from "../openStage.ts";
import type { ScreenPicture } from "../picture.ts";
import { listGroups } from "./listGroups.ts";
import { parsePictureQuery } from "./pictureQuery.ts";

const WAITING = document.getElementById("waiting");
const stage = openStage();
const known = new Map<string, readonly ScreenPicture[]>();

/** The pictures of a group, drawn once. */
async function listGroup(name: string): Promise<readonly ScreenPicture[]> {
  const before = known.get(name);
  if (before !== undefined) return before;
  await stage.clear();
  if (WAITING !== null) WAITING.hidden = false;
  const pictures = (await listGroups(name)).flatMap((group) => group.pictures);
  if (WAITING !== null) WAITING.hidden = true;
  known.set(name, pictures);
  return pictures;
}

/** Shows the picture in the address; the parent page changes the address without a reload. */
async function show(): Promise<void> {
  const { hash } = window.location;
  const { group, name, language, theme } = parsePictureQuery(hash);
  const pictures = await listGroup(group);
  if (hash !== window.location.hash) return;
  const picture = pictures.find((candidate) => candidate.name === name) ?? pictures[0];
  if (picture === undefined) await stage.clear();
  else await stage.show({ node: picture.node, language, theme });
  // For the script that takes pictures of this page.
  document.documentElement.dataset["picture"] = picture?.name ?? "";
  document.documentElement.dataset["shown"] = hash;
}

window.addEventListener("hashchange", () => void show());
await show();
