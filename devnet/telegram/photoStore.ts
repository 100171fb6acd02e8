import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { CallParams } from "./parseCallParams.ts";
import { readImageSize } from "./readImageSize.ts";
import { refuseBadRequest } from "./telegramRefusal.ts";

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_SIDES = 10_000;
const MAX_RATIO = 20;
const MAX_PHOTOS = 500;
const FILE_ID = /^AgAC[A-Za-z0-9_-]{32}$/;
const ADDRESS = "/devnet/telegram/photo/";

/** The photos that the bot has uploaded, as files beside the messenger's state. Each upload gets an id of its own. */
export class PhotoStore {
  readonly #folder: string;

  constructor(stateFile: string) {
    this.#folder = path.join(path.dirname(stateFile), "telegram-photos");
  }

  /** Stores an upload, or refuses what Telegram refuses; returns its id. */
  add(bytes: Buffer): string {
    if (bytes.length === 0) refuseBadRequest("file must be non-empty");
    if (bytes.length > MAX_BYTES)
      refuseBadRequest(
        `file of size ${bytes.length} bytes is too big for a photo; the maximum size is ${MAX_BYTES} bytes`,
      );
    const size = readImageSize(bytes);
    if (size === null) refuseBadRequest("IMAGE_PROCESS_FAILED");
    const { width, height } = size;
    const ratio = Math.max(width, height) / Math.min(width, height);
    if (width + height > MAX_SIDES || !(ratio <= MAX_RATIO)) refuseBadRequest("PHOTO_INVALID_DIMENSIONS");
    const fileId = `AgAC${randomBytes(24).toString("base64url")}`;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(path.join(this.#folder, fileId), bytes);
    this.#forgetOld();
    return fileId;
  }

  has(fileId: string): boolean {
    return FILE_ID.test(fileId) && existsSync(path.join(this.#folder, fileId));
  }

  read(fileId: string): Buffer | null {
    return this.has(fileId) ? readFileSync(path.join(this.#folder, fileId)) : null;
  }

  #forgetOld(): void {
    const names = readdirSync(this.#folder);
    if (names.length <= MAX_PHOTOS) return;
    const aged = names.map((name) => ({ name, atMs: statSync(path.join(this.#folder, name)).mtimeMs }));
    aged.sort((first, second) => first.atMs - second.atMs);
    for (const { name } of aged.slice(0, names.length - MAX_PHOTOS)) rmSync(path.join(this.#folder, name));
  }
}

/** Where the messenger's page finds a photo. */
function photoUrlOf(fileId: string): string {
  return `${ADDRESS}${fileId}`;
}

/** The id of the photo at an address; a photo of elsewhere has its address as its id. */
export function fileIdOf(photoUrl: string): string {
  return photoUrl.startsWith(ADDRESS) ? photoUrl.slice(ADDRESS.length) : photoUrl;
}

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
