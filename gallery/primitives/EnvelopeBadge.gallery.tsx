import { EnvelopeBadge } from "#src/components/envelope/EnvelopeBadge.tsx";

import { envelope, envelopes } from "../samples.ts";

import type { GalleryPrimitive } from "../picture.ts";

export const primitive: GalleryPrimitive = {
  isGuardedElsewhere: true,
  pictures: [
    ...envelopes.map((one) => ({ name: `${one.envelopeId} ${one.status}`, node: <EnvelopeBadge envelope={one} /> })),
    ...(["notReceived", "partiallyReceived", "received"] as const).map((recordStatus) => ({
      name: recordStatus,
      node: <EnvelopeBadge envelope={{ ...envelope, recordStatus }} />,
    })),
  ],
};
