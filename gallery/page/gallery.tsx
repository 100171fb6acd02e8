import { createRoot } from "react-dom/client";

import { GalleryPage } from "./GalleryPage.tsx";
import { listGroups } from "./listGroups.ts";

const groups = await listGroups();
const container = document.getElementById("gallery");
if (container === null) throw new Error("gallery.html has no #gallery");
createRoot(container).render(
  <GalleryPage
    groups={groups.map(({ name, pictures }) => ({ name, pictures: pictures.map((picture) => picture.name) }))}
  />,
);
