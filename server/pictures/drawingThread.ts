import { parentPort } from "node:worker_threads";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { renderPicture } from "./renderPicture.ts";

// A thread of its own: it draws one picture after the other.
parentPort?.on("message", (picture: EnvelopePicture) => {
  renderPicture(picture).then(
    (jpeg) => parentPort?.postMessage({ jpeg }, []),
    (error: unknown) => parentPort?.postMessage({ reason: error instanceof Error ? error.message : "unknown" }, []),
  );
});
