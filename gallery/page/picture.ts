import { openStage } from "../openStage.ts";
import { listGroups } from "./listGroups.ts";
import { readWish } from "./wish.ts";

const groups = await listGroups();
const stage = openStage();

/** Shows the picture in the address; the parent page changes the address without a reload. */
async function show(): Promise<void> {
  const { hash } = window.location;
  const { group, name, language, theme } = readWish(hash);
  const pictures = groups.find((candidate) => candidate.name === group)?.pictures ?? [];
  const picture = pictures.find((candidate) => candidate.name === name) ?? pictures[0];
  if (picture === undefined) await stage.clear();
  else await stage.show({ node: picture.node, language, theme });
  // For the script that takes pictures of this page.
  document.documentElement.dataset["picture"] = picture?.name ?? "";
  document.documentElement.dataset["shown"] = hash;
}

window.addEventListener("hashchange", () => void show());
await show();
