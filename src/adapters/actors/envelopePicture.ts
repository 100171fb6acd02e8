import type { ActorsOf } from "#machines/kit/provide.ts";
import { fromPromise } from "xstate";
import { envelopePictureMachine, type MadePicture } from "#machines/envelopePicture/envelopePicture.machine.ts";
import { viewEnvelopePicture } from "#machines/envelopePicture/envelopePicture.view.ts";
import type { App } from "#src/createApp.ts";
import { drawSharePicture } from "#src/adapters/drawSharePicture.ts";
import { defineFlow } from "./flow.ts";

const FILE_NAME = "hongbao.jpg";

export function createEnvelopePictureActors({
  api,
  messenger,
}: Pick<App, "api" | "messenger">): ActorsOf<typeof envelopePictureMachine> {
  return {
    make: fromPromise(async ({ input: { envelopeId, ...texts }, signal }) => {
      const { shareUrl } = await api.post("/v1/redpackage/share", { envelopeId }, signal);
      const link = new URL(shareUrl).searchParams.get("url");
      if (link === null) throw new Error("the share link leads nowhere");
      const dataUrl = await drawSharePicture({ ...texts, link });
      // Only a messenger draws a back arrow of its own.
      return { dataUrl, way: findWay(dataUrl, messenger.hasBackButton()) };
    }),
    handOver: fromPromise(async ({ input: { dataUrl, way } }) => {
      if (way === "save") saveFile(dataUrl);
      else await shareFile(dataUrl);
    }),
  };
}

/** Messengers run the app in a frame or a view that downloads nothing. */
function findWay(dataUrl: string, isInMessenger: boolean): MadePicture["way"] {
  if ("canShare" in navigator && navigator.canShare({ files: [toFile(dataUrl)] })) return "share";
  return isInMessenger ? "hold" : "save";
}

async function shareFile(dataUrl: string): Promise<void> {
  try {
    await navigator.share({ files: [toFile(dataUrl)] });
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
  }
}

function saveFile(dataUrl: string): void {
  const link = document.createElement("a");
  link.href = dataUrl;
  link.download = FILE_NAME;
  link.click();
}

function toFile(dataUrl: string): File {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
  return new File([bytes], FILE_NAME, { type: "image/jpeg" });
}

/** Makes the picture at once. */
export const envelopePictureFlow = defineFlow(
  "envelopePicture",
  envelopePictureMachine,
  createEnvelopePictureActors,
  viewEnvelopePicture,
);
