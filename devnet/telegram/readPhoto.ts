import type { CallParams } from "./parseCallParams.ts";
import { type PhotoStore, photoUrlOf } from "./photoStore.ts";
import { refuseBadRequest } from "./telegramRefusal.ts";

/**
 * The address of a photo that a call names by an uploaded file, by `attach://<field>`, by the id of an earlier upload
 * or by a web address.
 * @param unknown what Telegram says of an id that it does not know
 */
export function readPhoto(params: CallParams, photo: unknown, photos: PhotoStore, unknown: string): string {
  if (Buffer.isBuffer(photo)) return photoUrlOf(photos.add(photo));
  if (typeof photo !== "string" || photo === "") return refuseBadRequest("there is no photo in the request");
  const attached = photo.startsWith("attach://") ? params[photo.slice("attach://".length)] : undefined;
  if (Buffer.isBuffer(attached)) return photoUrlOf(photos.add(attached));
  if (photos.has(photo)) return photoUrlOf(photo);
  return /^https?:\/\//.test(photo) ? photo : refuseBadRequest(unknown);
}

/** The parts of `InputMediaPhoto`; other kinds of media are not available on this machine. */
export function readInputMedia(params: CallParams): CallParams {
  const media = params["media"];
  if (media === undefined) return refuseBadRequest('parameter "media" is required');
  if (typeof media !== "object" || media === null || Array.isArray(media))
    return refuseBadRequest("can't parse input media JSON object");
  const input = media as CallParams;
  if (input["type"] !== "photo")
    return refuseBadRequest(`can't parse InputMedia: type "${String(input["type"])}" is unsupported`);
  if (typeof input["media"] !== "string" || input["media"] === "")
    return refuseBadRequest("can't parse InputMedia: media not found");
  return input;
}
